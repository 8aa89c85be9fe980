package io.bayou.app.serve;

import io.bayou.config.AppConfig;
import io.bayou.http.VersionControl;
import io.bayou.model.ModelDefinition;
import io.bayou.replay.ActiveVersion;
import io.bayou.replay.ReplayException;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;

/** Changes versions as the commands do; one at a time, for each reads all that is published. */
final class PublishedVersions implements VersionControl {
  private final AppConfig config;

  PublishedVersions(AppConfig config) {
    this.config = config;
  }

  @Override
  public int promote(String model, int version) {
    return change(() -> new ActiveVersion(config, model).promote(version, false));
  }

  @Override
  public int rollback(String model) {
    return change(() -> new ActiveVersion(config, model).rollback());
  }

  private synchronized int change(Supplier<ModelDefinition> change) {
    try {
      return change.get().activeVersion();
    } catch (ReplayException e) {
      throw new RefusedException(e.getMessage(), e);
    } catch (KafkaException e) {
      throw new UnreachableException("Kafka failed: " + e.getMessage(), e);
    }
  }
}
