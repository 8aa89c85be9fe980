package io.bayou.replay;

import io.bayou.codec.RowWriter;
import io.bayou.config.AppConfig;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.stream.RowKeys;
import io.bayou.stream.SharedModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;

/** Folds the log again and compares with what was published, bit for bit. */
public final class Verification {
  private final AppConfig config;
  private final SharedModels published;
  private final String model;
  private final Version version;

  public Verification(AppConfig config, SharedModels published, String model, Version version) {
    this.config = config;
    this.published = published;
    this.model = model;
    this.version = version;
  }

  /** How a source came out. */
  public enum Verdict {
    /** Equal to the last bit. */
    EQUAL,
    /** Not what the log says. */
    DIFFERENT,
    /** Retention has deleted records that were learned. */
    CUT,
    /** Learned from no log: an imported model. */
    IMPORTED
  }

  /**
   * What was found for one source.
   *
   * @param covered the offsets that were compared
   * @param detail what differs first, or why it could not be compared; may be empty
   */
  public record Finding(
      String source, OffsetRange covered, long examples, Verdict verdict, String detail) {}

  /** Told how much is done. */
  public interface Listener {
    void progress(long done, long total);
  }

  public List<Finding> run(int parallel, Listener listener) throws InterruptedException {
    List<SnapshotRow> sources =
        published.published(model, version.number()).stream()
            .filter(row -> !row.covered().isEmpty() || RowKeys.isBase(row.source()))
            .toList();
    long total = sources.stream().mapToLong(Verification::offsets).sum();
    AtomicLong done = new AtomicLong();
    List<Callable<Finding>> tasks = new ArrayList<>();
    for (SnapshotRow source : sources) {
      tasks.add(() -> verify(source, step -> report(listener, done.addAndGet(step), total)));
    }
    return ReplayWorkers.run(parallel, tasks);
  }

  private static synchronized void report(Listener listener, long done, long total) {
    listener.progress(done, total);
  }

  private static long offsets(SnapshotRow row) {
    return row.covered().values().stream().mapToLong(range -> range.to() - range.from()).sum();
  }

  private Finding verify(SnapshotRow source, LogReader.PositionListener steps) {
    if (source.covered().isEmpty()) {
      OffsetRange none = new OffsetRange(0, 0);
      return new Finding(source.source(), none, source.examples(), Verdict.IMPORTED, "");
    }
    Map.Entry<String, OffsetRange> covered = source.covered().entrySet().iterator().next();
    OffsetRange range = covered.getValue();
    Trainee trainee = new Trainee(version.spec());
    Fold fold = new Fold(config, model, List.of(trainee));
    try {
      long[] last = {range.from()};
      new LogReader(config)
          .read(
              partition(covered.getKey()),
              range.from(),
              range.to(),
              fold::add,
              position -> {
                steps.at(position - last[0]);
                last[0] = position;
              });
    } catch (ReplayException e) {
      return new Finding(source.source(), range, source.examples(), Verdict.CUT, e.getMessage());
    }
    return compare(source, range, trainee.learner());
  }

  private Finding compare(SnapshotRow source, OffsetRange range, Learner folded) {
    Learner stored = published.published(model, version.number(), version.spec(), source.source());
    String detail = difference(stored, folded);
    Verdict verdict = detail.isEmpty() ? Verdict.EQUAL : Verdict.DIFFERENT;
    return new Finding(source.source(), range, source.examples(), verdict, detail);
  }

  /** What differs first between two learners, or nothing. */
  private static String difference(Learner stored, Learner folded) {
    SortedMap<String, byte[]> left = rows(stored);
    SortedMap<String, byte[]> right = rows(folded);
    SortedMap<String, byte[]> all = new TreeMap<>(left);
    all.putAll(right);
    for (String row : all.keySet()) {
      if (!Arrays.equals(left.get(row), right.get(row))) {
        return Statistics.firstDifference(stored, "published is", folded, "the log says")
            .orElse("row '" + row + "' differs");
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

  private static TopicPartition partition(String name) {
    int dash = name.lastIndexOf('-');
    return new TopicPartition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1)));
  }
}
