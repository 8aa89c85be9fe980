package io.bayou.replay;

import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares several specs on the same log: each predicts an event before it learns it. Nothing is
 * registered or published.
 */
public record Tournament(KafkaCluster cluster, String model) {
  /** Told about the progress. */
  public interface Listener {
    void progress(long done, long total);
  }

  /**
   * The result.
   *
   * @param scores one for each spec, in their order
   */
  public record Outcome(
      ReplayPlan plan, long learned, List<PrequentialScore> scores, double seconds) {}

  public Outcome run(StartPoint start, List<ModelSpec> specs, Listener listener) {
    try (StreamGroup group = new StreamGroup(cluster)) {
      SharedModels published = new ModelTopics(cluster).read();
      ModelDefinition definition = published.definition(model, ReplayException::new);
      ReplayPlan plan = new ReplayPlanner(cluster, group).plan(definition, published, start);
      List<Trainee> trainees = new ArrayList<>();
      specs.forEach(spec -> trainees.add(Trainee.ofTournament(spec)));
      Fold fold = new Fold(cluster.config(), model, trainees);
      long begin = System.nanoTime();
      new MergedLog(cluster, plan).read(fold::add, done -> listener.progress(done, plan.offsets()));
      double seconds = (System.nanoTime() - begin) / 1e9;
      fold.counts().requireExamples(cluster.config(), model);
      return new Outcome(
          plan, fold.counts().learned(), trainees.stream().map(Trainee::score).toList(), seconds);
    }
  }
}
