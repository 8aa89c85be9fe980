package io.bayou.replay;

import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.OffsetRange;
import io.bayou.replay.Verification.Finding;
import io.bayou.replay.Verification.Verdict;
import io.bayou.stream.ModelFollower;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Verifies models of a world without a broker, and notes what was told on the way. */
final class VerifiedWorld {
  final ReplayWorld world;
  final List<Long> progress = new ArrayList<>();
  long total = -1;
  Runnable whenWaiting = () -> {};
  int waited;

  VerifiedWorld(Map<String, String> settings) {
    world = new ReplayWorld(settings);
  }

  List<Finding> verify(String model, int number) throws InterruptedException {
    try (ModelFollower follower = new ModelFollower(world.kafka)) {
      follower.catchUp();
      ModelDefinition definition = follower.models().definition(model).orElseThrow();
      Version version = definition.version(number).orElseThrow();
      return new Verification(world.kafka, follower, definition, version).run(2, listener());
    }
  }

  private Verification.Listener listener() {
    return new Verification.Listener() {
      @Override
      public void progress(long done, long of) {
        progress.add(done);
        total = of;
      }

      @Override
      public void waiting() {
        waited++;
        whenWaiting.run();
      }
    };
  }

  static Finding finding(
      String source, long from, long to, long examples, Verdict verdict, String detail) {
    return new Finding(source, new OffsetRange(from, to), examples, verdict, detail);
  }

  static Finding equal(String source, long from, long to) {
    return finding(source, from, to, to - from, Verdict.EQUAL, "");
  }
}
