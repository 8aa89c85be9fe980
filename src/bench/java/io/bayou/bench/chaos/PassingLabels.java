package io.bayou.bench.chaos;

import io.bayou.bench.JsonValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Accounts for every label sent to the model that is deleted and recreated, using the output of
 * {@code verify} for the last one.
 *
 * <p>A task reads the labels of a partition in order, and its definition of a model never goes back
 * in time. So since the last creation a partition holds: labels that the predecessor still learned,
 * because the task had not read the deletion; then labels that were rejected, because it had not
 * read the creation; then labels that were learned. The first two groups may be empty.
 */
final class PassingLabels {
  private static final Set<String> SOURCES =
      Set.of("equal", "different", "cut", "gone", "imported");
  private static final Set<String> GAPS = Set.of("not_covered", "not_published");

  /**
   * An acknowledged label.
   *
   * @param letters number of its dead letters
   */
  record Label(int partition, long offset, long timestamp, int letters) {}

  /** A line of {@code verify --json}. */
  record Finding(String source, long from, long to, long examples, String verdict) {
    static Finding of(String line) {
      Map<String, Object> fields = JsonValues.object(line);
      return new Finding(
          String.valueOf(fields.get("source")),
          JsonValues.asLong(fields.get("from")),
          JsonValues.asLong(fields.get("to")),
          JsonValues.asLong(fields.get("examples")),
          String.valueOf(fields.get("verdict")));
    }

    private boolean contains(Label label) {
      return label.offset() >= from && label.offset() < to;
    }
  }

  /**
   * The model that exists at the end.
   *
   * @param createdAt when it was created
   * @param knownAt when every instance knew it: no predecessor has learned since
   */
  record Last(long createdAt, long knownAt) {}

  private final List<Finding> findings;
  private final Last model;
  private final long unconfirmed;
  private final List<String> failures = new ArrayList<>();
  private long learned;
  private long replaced;
  private long lost;
  private long doubled;

  /**
   * @param unconfirmed number of records that may be in the log without acknowledgement
   */
  PassingLabels(Collection<Label> labels, List<Finding> findings, Last model, long unconfirmed) {
    this.findings = findings;
    this.model = model;
    this.unconfirmed = unconfirmed;
    Map<String, List<Label>> partitions = new TreeMap<>();
    findings.forEach(finding -> partitions.put(finding.source(), new ArrayList<>()));
    for (Label label : labels) {
      String source = Topics.LABELED + "-" + label.partition();
      partitions.computeIfAbsent(source, name -> new ArrayList<>()).add(label);
    }
    partitions.forEach(this::account);
  }

  private void account(String source, List<Label> labels) {
    labels.sort(Comparator.comparingLong(Label::offset));
    Optional<Finding> covered =
        findings.stream()
            .filter(finding -> finding.source().equals(source))
            .filter(finding -> SOURCES.contains(finding.verdict()))
            .findFirst();
    before(source, labels, covered.map(Finding::from).orElse(Long.MAX_VALUE));
    covered.ifPresent(
        range -> {
          within(range, labels);
          after(range, labels);
        });
    for (Label label : labels) {
      require(label.letters() <= 1, at(source, label) + " has " + label.letters() + " letters");
    }
    for (Finding finding : findings) {
      if (finding.source().equals(source) && GAPS.contains(finding.verdict())) {
        gap(finding, labels);
      }
    }
  }

  /* Labels before the creation went to a predecessor; whether they were learned is unknown. */
  private void before(String source, List<Label> labels, long from) {
    boolean refused = false;
    for (Label label : labels) {
      if (label.offset() >= from || label.timestamp() < model.createdAt()) {
        continue;
      }
      if (label.letters() > 0) {
        refused = true;
      } else if (refused || label.timestamp() >= model.knownAt()) {
        lose(source, label);
      } else {
        replaced++;
      }
    }
  }

  private void within(Finding range, List<Label> labels) {
    long expected =
        labels.stream().filter(range::contains).filter(label -> label.letters() == 0).count();
    learned += range.examples();
    lost += Math.max(0, expected - range.examples());
    doubled += Math.max(0, range.examples() - expected - unconfirmed);
    require(
        isExplained(range.examples(), expected),
        range.source()
            + " has learned "
            + range.examples()
            + " labels; acknowledged and not refused are "
            + expected);
  }

  private void after(Finding range, List<Label> labels) {
    for (Label label : labels) {
      if (label.offset() >= range.to() && label.letters() == 0) {
        lose(range.source(), label);
      }
    }
  }

  /* Each of them was rejected or replaced, which is checked label by label. */
  private void gap(Finding gap, List<Label> labels) {
    long known =
        labels.stream()
            .filter(gap::contains)
            .filter(label -> label.timestamp() >= model.createdAt())
            .count();
    require(
        isExplained(gap.examples(), known),
        gap.source() + " lacks " + gap.examples() + " labels; acknowledged are " + known);
  }

  private boolean isExplained(long found, long acknowledged) {
    return found >= acknowledged && found <= acknowledged + unconfirmed;
  }

  private void lose(String source, Label label) {
    lost++;
    failures.add(at(source, label) + " was neither learned nor refused");
  }

  private void require(boolean condition, String failure) {
    if (!condition) {
      failures.add(failure);
    }
  }

  private static String at(String source, Label label) {
    return "the label at " + source + "@" + label.offset();
  }

  /** By the model that exists at the end. */
  long learned() {
    return learned;
  }

  /** Newer than that model, but learned by its predecessor. */
  long replaced() {
    return replaced;
  }

  long lost() {
    return lost;
  }

  long doubled() {
    return doubled;
  }

  List<String> failures() {
    return List.copyOf(failures);
  }
}
