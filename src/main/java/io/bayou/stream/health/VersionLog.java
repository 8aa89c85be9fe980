package io.bayou.stream.health;

import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what becomes of the versions of models. */
public final class VersionLog {
  private static final Logger log = LoggerFactory.getLogger(VersionLog.class);

  private VersionLog() {}

  /**
   * Logs what a definition changes.
   *
   * @param before what was known; null for nothing
   */
  public static void tell(ModelDefinition before, ModelDefinition now) {
    if (now.isDeleted()) {
      if (before != null && !before.isDeleted()) {
        log.info("model '{}' was deleted", now.name());
      }
      return;
    }
    if (before == null || before.isDeleted()) {
      log.info(
          "model '{}' is answered by version {} (versions: {})",
          now.name(),
          now.activeVersion(),
          now.versions().size());
      return;
    }
    now.versions().forEach(version -> tell(before, version));
    before.versions().stream()
        .filter(version -> now.version(version.number()).isEmpty())
        .forEach(version -> log.info("{}@{} was removed", now.name(), version.number()));
    if (before.activeVersion() != now.activeVersion()) {
      log.info(
          "{}@{} answers from now on, instead of version {}",
          now.name(),
          now.activeVersion(),
          before.activeVersion());
    }
  }

  private static void tell(ModelDefinition before, Version version) {
    Optional<State> former = before.version(version.number()).map(Version::state);
    if (former.isEmpty()) {
      log.info(
          "{}@{} is new: {}, {}",
          before.name(),
          version.number(),
          version.spec().learner().key(),
          version.state().key());
    } else if (former.get() != version.state()) {
      log.info(
          "{}@{} is {}, was {}",
          before.name(),
          version.number(),
          version.state().key(),
          former.get().key());
    }
  }
}
