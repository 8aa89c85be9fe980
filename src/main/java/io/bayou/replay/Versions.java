package io.bayou.replay;

import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.SharedModels;

/** Changes the definition of a model so that no two changes get lost in one another. */
public final class Versions {
  private final AppConfig config;
  private final String model;

  public Versions(AppConfig config, String model) {
    this.config = config;
    this.model = model;
  }

  /** Makes a new definition of the present one. */
  public interface Change {
    /**
     * @throws ReplayException if the present one does not allow it
     */
    ModelDefinition apply(ModelDefinition definition, SharedModels published);
  }

  /**
   * Reads the definition, changes it and writes it; takes back the rows of versions that are gone.
   *
   * @return the new definition
   */
  public ModelDefinition change(Change change) {
    try (ModelWriter writer = ModelWriter.ofDefinition(config, model)) {
      SharedModels published = new ModelTopics(config).read();
      ModelDefinition before = published.definition(model, ReplayException::new);
      long keptSince = System.currentTimeMillis() - config.models().retiredRetentionMillis();
      ModelDefinition after = change.apply(before, published).withoutRetiredBefore(keptSince);
      writer.define(after);
      for (ModelDefinition.Version version : before.versions()) {
        if (after.version(version.number()).isEmpty()) {
          writer.withdraw(published, version.number());
        }
      }
      writer.commit();
      return after;
    }
  }
}
