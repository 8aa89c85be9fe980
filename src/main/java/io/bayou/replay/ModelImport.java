package io.bayou.replay;

import io.bayou.codec.ModelFile;
import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelSpec;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.RowKeys;
import io.bayou.stream.RowSlices;

/** Makes a new model that starts from what another one has learned: a file's state is its prior. */
public final class ModelImport {
  private static final String SOURCE = RowKeys.base("import");

  private final AppConfig config;

  public ModelImport(AppConfig config) {
    this.config = config;
  }

  /**
   * @throws ReplayException if there is a model of that name
   */
  public void create(String name, ModelFile file) {
    ModelSpec spec = file.learner().spec();
    try (ModelWriter writer = ModelWriter.ofDefinition(config, name)) {
      if (new ModelTopics(config).read().definition(name).isPresent()) {
        throw new ReplayException("there is a model '" + name + "' already; delete it first");
      }
      writer.define(ModelDefinition.first(name, spec, System.currentTimeMillis()));
      new RowSlices(name, 1, spec, SOURCE).all(file.learner(), writer::publish);
      writer.commit();
    }
  }
}
