package io.bayou.replay;

import io.bayou.codec.state.ModelFile;
import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.RowKeys;
import io.bayou.stream.RowSlices;
import io.bayou.stream.topics.KafkaCluster;

/** Creates a model that starts from the state in a file: what was learned before is its prior. */
public final class ModelImport {
  private static final String SOURCE = RowKeys.base("import");

  private final KafkaCluster cluster;

  public ModelImport(AppConfig config) {
    this(KafkaCluster.of(config));
  }

  ModelImport(KafkaCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * @throws ReplayException if there is a model of that name
   */
  public void create(String name, ModelFile file) {
    ModelSpec spec = file.learner().spec();
    try (ModelWriter writer = ModelWriter.ofDefinition(cluster, name)) {
      ModelDefinition created = Versions.fresh(cluster, name, spec);
      writer.define(created);
      new RowSlices(name, created.activeVersion(), spec, SOURCE)
          .all(file.learner(), writer::publish);
      writer.commit();
    }
  }
}
