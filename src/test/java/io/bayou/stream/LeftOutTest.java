package io.bayou.stream;

import static io.bayou.stream.TestStream.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.EvaluationCodec;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PrequentialScore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the readers of compacted topics say about records that they cannot read. */
class LeftOutTest {
  private static final byte[] NEWER = {(byte) 0xc3, 1, 8, 7, 6, 5, 4, 3, 2, 1};

  private final List<String> said = new ArrayList<>();

  @Test
  void shouldSayOnceWhichSourceOfSnapshotsCannotBeRead() {
    SnapshotReader reader = new SnapshotReader(new SharedModels(), said::add);
    for (String row : List.of("class/a/0", "class/b/0", "coverage/0", "class/a/0")) {
      reader.read(bytes("m@1/labeled-0/" + row), NEWER, 0);
      reader.read(bytes("m@1/labeled-1/" + row), NEWER, 0);
    }

    assertThat(said)
        .hasSize(2)
        .first()
        .asString()
        .startsWith("what m@1/labeled-0 has in the snapshots topic is left out: the snapshot has");
  }

  @Test
  void shouldSayItAgainAfterAGenerationThatCouldBeRead() {
    SnapshotReader reader = new SnapshotReader(new SharedModels(), said::add);
    reader.read(bytes("m@1/labeled-0/class/a/0"), NEWER, 0);
    reader.read(bytes("m@1/labeled-0/class/a/0"), row("class/a"), 0);
    reader.read(bytes("m@1/labeled-0/class/b/0"), NEWER, 0);
    assertThat(said).hasSize(1);

    reader.read(bytes("m@1/labeled-0/coverage/0"), row(RemotePartial.COVERAGE), 0);
    reader.read(bytes("m@1/labeled-0/class/b/0"), NEWER, 0);

    assertThat(said).hasSize(2);
  }

  @Test
  void shouldSayOnceWhichSourceOfEvaluationsCannotBeRead() {
    EvaluationReader reader = new EvaluationReader(new Evaluations(), said::add);
    reader.read(bytes("m@1/labeled-0"), NEWER, 0);
    reader.read(bytes("m@1/labeled-0/1"), NEWER, 0);
    assertThat(said).hasSize(1);

    reader.read(bytes("m@1/labeled-0"), new EvaluationCodec().encode(evaluation()), 0);
    reader.read(bytes("m@1/labeled-0"), NEWER, 0);

    assertThat(said).hasSize(2);
  }

  private static byte[] row(String name) {
    return new SnapshotCodec()
        .encode(
            new SnapshotRow(
                "m", 1, "", "labeled-0", name, 0, 1, Collections.emptySortedMap(), 0, new byte[0]));
  }

  private static Evaluation evaluation() {
    PrequentialScore score = new PrequentialScore(2);
    return new Evaluation(
        "m", 1, "labeled-0", score.cumulative(), score.fading(), score.comparison(), 0);
  }
}
