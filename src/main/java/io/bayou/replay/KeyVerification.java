package io.bayou.replay;

import io.bayou.codec.state.RowWriter;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.OffsetRange;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.registry.Learners;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.spec.ModelSpec;
import io.bayou.replay.Verification.Finding;
import io.bayou.replay.Verification.Verdict;
import io.bayou.stream.RowKeys;
import io.bayou.stream.keyed.KeyPartial;
import io.bayou.stream.keyed.KeyState;
import io.bayou.stream.keyed.KeyedChangelog;
import io.bayou.stream.topics.KafkaCluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Folds the log again for some keys, and compares the result with what the models of the keys have
 * stored, bit for bit.
 */
public final class KeyVerification {
  /* Rows of a transaction that was read in part differ; the next time it has been read. */
  private static final int ATTEMPTS = 3;

  private final KafkaCluster cluster;
  private final String model;
  private final Version version;
  private final KeyedModel keyed;
  private final KeyedChangelog stored;

  public KeyVerification(KafkaCluster cluster, String model, Version version) {
    this.cluster = cluster;
    this.model = model;
    this.version = version;
    keyed = KeyedModel.of(version.spec());
    stored = new KeyedChangelog(cluster, RowKeys.modelVersion(model, version.number()), keyed);
  }

  /** What a key has learned from one source, and what the log says. */
  private static final class Compared {
    private final String key;
    private final KeyPartial partial;
    private final Learner folded;
    private String failure = "";

    Compared(String key, KeyPartial partial, Learner folded) {
      this.key = key;
      this.partial = partial;
      this.folded = folded;
    }

    boolean covers(long offset) {
      return offset >= partial.firstOffset() && offset < partial.endOffset();
    }

    Finding finding() {
      OffsetRange range = new OffsetRange(partial.firstOffset(), partial.endOffset());
      long examples = partial.learner().examples();
      String source = "key " + key + " of " + partial.source();
      if (!failure.isEmpty()) {
        return new Finding(source, range, examples, Verdict.CUT, failure);
      }
      String difference = difference(rows(partial.learner()), rows(folded));
      Verdict verdict = difference.isEmpty() ? Verdict.EQUAL : Verdict.DIFFERENT;
      return new Finding(source, range, examples, verdict, difference);
    }

    /* How strong everybody's model is for the key depends on what everybody's model was then. */
    private static String difference(
        SortedMap<String, byte[]> learned, SortedMap<String, byte[]> expected) {
      Set<String> all = new HashSet<>(learned.keySet());
      all.addAll(expected.keySet());
      for (String row : all) {
        if (!KeyedModel.isStrength(row) && !Arrays.equals(learned.get(row), expected.get(row))) {
          return "row '" + row + "' differs";
        }
      }
      return "";
    }

    private static SortedMap<String, byte[]> rows(Learner learner) {
      SortedMap<String, byte[]> rows = new TreeMap<>();
      RowWriter writer = new RowWriter();
      learner.rows((row, content) -> rows.put(row, writer.encode(content)));
      return rows;
    }
  }

  /**
   * Compares some keys.
   *
   * @param max how many
   * @param seed the same one chooses the same keys
   * @return a finding for each key and source
   */
  public List<Finding> sample(int max, long seed) {
    return run(stored.sample(max, seed));
  }

  /** Compares these keys. */
  public List<Finding> run(Collection<String> keys) {
    Map<String, Finding> findings = new TreeMap<>();
    Set<String> left = new HashSet<>(keys);
    for (int attempt = 0; attempt < ATTEMPTS && !left.isEmpty(); attempt++) {
      Set<String> different = new HashSet<>();
      for (Compared compared : compare(left)) {
        Finding finding = compared.finding();
        findings.put(finding.source(), finding);
        if (finding.verdict() == Verdict.DIFFERENT) {
          different.add(compared.key);
        }
      }
      left = different;
    }
    return List.copyOf(findings.values());
  }

  private List<Compared> compare(Set<String> keys) {
    List<Compared> all = new ArrayList<>();
    Map<String, Map<String, Compared>> bySource = new TreeMap<>();
    for (KeyState state : stored.read(keys::contains).values()) {
      String key = state.id().key();
      for (KeyPartial partial : state.partials()) {
        Compared compared = new Compared(key, partial, Learners.create(version.spec()));
        all.add(compared);
        bySource.computeIfAbsent(partial.source(), s -> new HashMap<>()).put(key, compared);
      }
    }
    bySource.forEach(this::fold);
    return all;
  }

  private void fold(String source, Map<String, Compared> keys) {
    long from = keys.values().stream().mapToLong(c -> c.partial.firstOffset()).min().orElse(0);
    long to = keys.values().stream().mapToLong(c -> c.partial.endOffset()).max().orElse(0);
    KeySink sink = new KeySink(keys);
    Fold fold = new Fold(cluster.config(), model, List.of(sink));
    try {
      new LogReader(cluster)
          .read(
              RowKeys.partition(source),
              from,
              to,
              record -> {
                sink.begin(record);
                fold.add(record);
              },
              position -> {});
    } catch (ReplayException e) {
      keys.values().forEach(compared -> compared.failure = e.getMessage());
    }
  }

  /** Learns the events of some keys, each as far as its model has. */
  private final class KeySink implements Fold.ExampleSink {
    private final Map<String, Compared> keys;
    private long offset;

    KeySink(Map<String, Compared> keys) {
      this.keys = keys;
    }

    void begin(ConsumerRecord<byte[], byte[]> record) {
      offset = record.offset();
    }

    @Override
    public ModelSpec spec() {
      return version.spec();
    }

    @Override
    public void learn(Example example, long time) {
      Compared compared = keys.get(keyed.keyOf(example));
      if (compared != null && compared.covers(offset)) {
        PrequentialLearner.update(compared.folded, example, time);
      }
    }
  }
}
