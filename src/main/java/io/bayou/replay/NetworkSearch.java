package io.bayou.replay;

import io.bayou.model.Example;
import io.bayou.model.ModelDefinition;
import io.bayou.model.network.DiscreteRows;
import io.bayou.model.network.StructureSearch;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Finds the structure of a Bayesian network in the log of a model. Nothing is registered or
 * published.
 *
 * <p>The log is read once, and each distinct row is kept with its weight. If the rows do not fit,
 * the log is read again and some events are left out, chosen by their offsets, so that the same log
 * gives the same network.
 *
 * @param maxParents max number of parents of a node
 * @param maxValues max number of values in all distinct rows together
 */
public record NetworkSearch(KafkaCluster cluster, String model, int maxParents, int maxValues) {
  /** Take less than would just fit: the rest of the log may be more varied. */
  private static final double SAFETY_FACTOR = 0.8;

  /** Told about the progress. */
  public interface Listener extends StructureSearch.Listener {
    void progress(long done, long total);

    /** The rows do not fit: the log is read again, and this share of the events is taken. */
    void sampled(double part);
  }

  /** There is no room for another row. */
  private static final class RowsFull extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RowsFull() {
      super("the rows are full", null, false, false);
    }
  }

  /**
   * @param spec of the features and the class; absent: the spec of the active version
   */
  public StructureSearch.Found run(Optional<ModelSpec> spec, StartPoint start, Listener listener) {
    try (StreamGroup group = new StreamGroup(cluster)) {
      SharedModels published = new ModelTopics(cluster).read();
      ModelDefinition definition = published.definition(model, ReplayException::new);
      definition.training().ifPresent(this::refuse);
      ReplayPlan plan = new ReplayPlanner(cluster, group).plan(definition, published, start);
      ModelSpec base = spec.orElse(definition.active().spec());
      DiscreteRows rows = read(plan, base, listener);
      return new StructureSearch(base, rows.table(), maxParents).run(listener);
    } catch (IllegalArgumentException e) {
      throw new ReplayException(e.getMessage(), e);
    }
  }

  private void refuse(ModelDefinition.Version training) {
    throw new ReplayException(
        String.format(
            "version %1$d is in training; finish it with 'bayou retrain %2$s' without --search,"
                + " or drop it with 'bayou models delete %2$s@%1$d'",
            training.number(), model));
  }

  private DiscreteRows read(ReplayPlan plan, ModelSpec base, Listener listener) {
    double part = 1.0;
    while (true) {
      DiscreteRows rows = new DiscreteRows(base, base.network().className(), maxValues);
      long[] read = {0};
      try {
        read(plan, new RowSink(rows, base), part, read, listener);
        return rows;
      } catch (RowsFull full) {
        part *= SAFETY_FACTOR * read[0] / Math.max(1, plan.offsets());
        listener.sampled(part);
      }
    }
  }

  /** Adds examples to the rows. */
  private record RowSink(DiscreteRows rows, ModelSpec spec) implements Fold.ExampleSink {
    /* As learners do: the example with the former label is retracted first. */
    @Override
    public void learn(Example example, long time) {
      if (example.correctionOf() != null) {
        rows.retract(example.features(), spec.classOf(example.correctionOf()), example.weight());
      }
      if (example.label() != null
          && !rows.add(example.features(), spec.classOf(example.label()), example.weight())) {
        throw new RowsFull();
      }
    }
  }

  private void read(ReplayPlan plan, RowSink sink, double part, long[] read, Listener listener) {
    Fold fold = new Fold(cluster.config(), model, List.of(sink));
    new MergedLog(cluster, plan)
        .read(
            record -> {
              read[0]++;
              if (isTaken(record, part)) {
                fold.add(record);
              }
            },
            done -> listener.progress(done, plan.offsets()));
    if (part == 1.0) {
      fold.counts().requireExamples(cluster.config(), model);
    }
  }

  private static boolean isTaken(ConsumerRecord<byte[], byte[]> record, double part) {
    long place = record.topic().hashCode() * 31L + record.partition();
    long mixed = (place * 0x9E3779B97F4A7C15L ^ record.offset()) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 31) * 0x94D049BB133111EBL;
    return part == 1.0 || ((mixed ^ mixed >>> 29) >>> 11) * 0x1.0p-53 < part;
  }
}
