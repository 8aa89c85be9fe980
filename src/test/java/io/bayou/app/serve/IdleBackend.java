package io.bayou.app.serve;

import io.bayou.codec.event.EventLimits;
import io.bayou.config.AppConfig;
import io.bayou.http.AlarmSink;
import io.bayou.http.Backend;
import io.bayou.http.EventIntake;
import io.bayou.http.ModelQueries;
import io.bayou.http.ServedModel;
import io.bayou.http.StreamQueries;
import io.bayou.http.StreamQueries.Status;
import io.bayou.http.VersionControl;
import io.bayou.model.eval.Evaluation;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;

/** What a server needs that has neither a stream nor models. */
final class IdleBackend {
  private IdleBackend() {}

  static Backend with(EventIntake intake) {
    return new Backend(
        new IdleStream(),
        new NoModels(),
        intake,
        new NoVersions(),
        AlarmSink.NONE,
        EventLimits.DEFAULT,
        AppConfig.of(Map.of()).topics());
  }

  static final class IdleStream implements StreamQueries {
    @Override
    public Status status() {
      return new Status(true, true, "RUNNING", 1);
    }

    @Override
    public Vitals vitals() {
      return new Vitals(0, 0, 0);
    }
  }

  private static final class NoModels implements ModelQueries {
    @Override
    public SortedSet<String> names() {
      return Collections.emptySortedSet();
    }

    @Override
    public Optional<ServedModel> find(String name, OptionalInt version) {
      return Optional.empty();
    }

    @Override
    public Optional<Evaluation> evaluation(String name, int version) {
      return Optional.empty();
    }
  }

  private static final class NoVersions implements VersionControl {
    @Override
    public int promote(String model, int version) {
      throw new AssertionError("promotes " + model);
    }

    @Override
    public int rollback(String model) {
      throw new AssertionError("rolls back " + model);
    }
  }
}
