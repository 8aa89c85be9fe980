package io.bayou.app.serve;

import io.bayou.http.ServedModel;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.stream.SharedModels;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The latest sum of what all partitions have published for one version. One thread makes it again,
 * once that is due; the others get the former sum meanwhile. Only for the first sum do all wait.
 */
final class ServedSum {
  private static final long REFRESH_MILLIS = 1_000;
  private static final int SHARE_OF_TIME = 10;

  /**
   * A sum that was made.
   *
   * @param revision of the snapshots in it
   * @param madeAt when it was last up to date, in milliseconds
   * @param millis how long it took
   */
  private record Made(ServedModel model, long revision, long madeAt, long millis) {
    boolean isFresh(ModelDefinition definition, long now) {
      return model.definition().equals(definition)
          && Math.abs(now - madeAt) < Math.max(REFRESH_MILLIS, SHARE_OF_TIME * millis);
    }
  }

  private final SharedModels shared;
  private final PublishedModels.Summing summing;
  private final Duration staleAfter;
  private final LongSupplier clock;
  private final Lock making = new ReentrantLock();
  private volatile Made latest; // null: none was made yet

  ServedSum(
      SharedModels shared,
      PublishedModels.Summing summing,
      Duration staleAfter,
      LongSupplier clock) {
    this.shared = shared;
    this.summing = summing;
    this.staleAfter = staleAfter;
    this.clock = clock;
  }

  ServedModel get(ModelDefinition definition, Version version) {
    Made made = latest;
    if (made == null) {
      making.lock();
      try {
        return make(definition, version);
      } finally {
        making.unlock();
      }
    }
    if (made.isFresh(definition, clock.getAsLong())) {
      return made.model();
    }
    if (making.tryLock()) {
      try {
        return make(definition, version);
      } finally {
        making.unlock();
      }
    }
    return made.model().with(definition, version, made.model().silent());
  }

  private ServedModel make(ModelDefinition definition, Version version) {
    Made made = made(latest, definition, version);
    latest = made;
    return made.model();
  }

  private Made made(Made known, ModelDefinition definition, Version version) {
    long now = clock.getAsLong();
    if (known != null && known.isFresh(definition, now)) {
      return known; // another thread has made it meanwhile
    }
    String model = definition.name();
    long revision = shared.revision(model, version.number());
    List<String> silent = shared.silent(model, version.number(), now - staleAfter.toMillis());
    if (known != null
        && known.revision() == revision
        && known.model().version().spec().equals(version.spec())) {
      ServedModel same = known.model().with(definition, version, silent);
      return new Made(same, revision, now, known.millis());
    }
    ServedModel sum =
        new ServedModel(
            definition,
            version,
            summing.sum(model, version.number(), version.spec()),
            shared.published(model, version.number()),
            silent);
    return new Made(sum, revision, now, clock.getAsLong() - now);
  }
}
