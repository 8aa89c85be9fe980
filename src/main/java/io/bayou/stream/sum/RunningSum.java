package io.bayou.stream.sum;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Learner;
import io.bayou.model.SummingLearner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sum of what several sources have learned of a model. It follows them by the rows that changed
 * if the learner can do so exactly; otherwise it is made again from all rows. Both have the same
 * statistics to the last bit.
 *
 * <p>Not thread-safe.
 */
public final class RunningSum {
  private static final Logger log = LoggerFactory.getLogger(RunningSum.class);

  /** Is told of rows that cannot be used. */
  public interface Damage {
    void found(String source, PublishedRow row, String reason);
  }

  private final ModelSpec spec;
  private final String specHash;
  private final RowWriter writer = new RowWriter();
  private Learner learner;
  private SortedMap<String, Generation> summed; // null: it must be made again
  private boolean damaged;

  public RunningSum(ModelSpec spec) {
    this.spec = spec;
    specHash = SpecCodec.hash(spec);
  }

  /** What answers; null before the first update. */
  public Learner learner() {
    return learner;
  }

  /** Lets something else answer, until the next update makes the sum again. */
  public void lend(Learner other) {
    learner = other;
    restart();
  }

  /** Makes the sum again at the next update: it has learned what cannot be taken back exactly. */
  public void restart() {
    summed = null;
  }

  /**
   * Brings the sum up to date.
   *
   * @param latest what each source has published
   * @param own learners that are in the sum, and whose examples it has learned since
   * @param leaveOut told of rows that are not valid, by source
   */
  public void update(
      SortedMap<String, Generation> latest, Collection<Learner> own, Damage leaveOut) {
    if (!follow(latest, own)) {
      make(latest, own, leaveOut);
    }
  }

  private void make(
      SortedMap<String, Generation> latest, Collection<Learner> own, Damage leaveOut) {
    learner = Learners.create(spec);
    damaged = false;
    latest.forEach(
        (source, generation) ->
            learner.merge(
                generation.learner(
                    spec,
                    (row, reason) -> {
                      damaged = true;
                      leaveOut.found(source, row, reason);
                    })));
    own.forEach(learner::merge);
    summed = !damaged && hasExchangeable(latest.values()) ? latest : null;
  }

  /* Without such rows it is no less work to follow than to make the sum again. */
  private boolean hasExchangeable(Collection<Generation> generations) {
    return learner instanceof SummingLearner sum
        && generations.stream()
            .flatMap(generation -> generation.rows().stream())
            .anyMatch(row -> sum.isExchangeable(row.name()));
  }

  private boolean follow(SortedMap<String, Generation> latest, Collection<Learner> own) {
    if (summed == null || !(learner instanceof SummingLearner sum)) {
      return false;
    }
    SortedMap<String, Generation> former = summed;
    summed = null; // until it is done
    try {
      if (!sum.replaceRest(rest(sum, latest.values(), own)) || !exchange(sum, former, latest)) {
        return false;
      }
    } catch (BadRecordException | IllegalStateException e) {
      log.debug("a sum is made again: {}", e.getMessage());
      return false; // which then tells what is damaged, and leaves it out
    }
    summed = latest;
    return true;
  }

  private Learner rest(
      SummingLearner sum, Collection<Generation> generations, Collection<Learner> own) {
    Learner rest = Learners.create(spec);
    for (Generation generation : generations) {
      rest.merge(generation.rest(sum, specHash));
    }
    for (Learner partial : own) {
      Learner copy = Learners.create(spec);
      ((SummingLearner) partial)
          .restRows((row, content) -> copy.restore(new RowReader(writer.encode(content))));
      rest.merge(copy);
    }
    return rest;
  }

  private boolean exchange(
      SummingLearner sum,
      SortedMap<String, Generation> former,
      SortedMap<String, Generation> latest) {
    Set<String> sources = new TreeSet<>(former.keySet());
    sources.addAll(latest.keySet());
    for (String source : sources) {
      Generation before = former.getOrDefault(source, Generation.NOTHING);
      Generation after = latest.getOrDefault(source, Generation.NOTHING);
      if (!isSame(before, after) && !exchange(sum, before.rows(), after.rows())) {
        return false;
      }
    }
    return true;
  }

  /* Both lists are in the order of names, and mostly hold the same rows. */
  private boolean exchange(
      SummingLearner sum, List<PublishedRow> before, List<PublishedRow> after) {
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      PublishedRow was = i < before.size() ? before.get(i) : null;
      PublishedRow is = j < after.size() ? after.get(j) : null;
      boolean same = isSame(was, is);
      int order = same ? 0 : order(was, is);
      if (!same && !exchange(sum, order <= 0 ? was : null, order >= 0 ? is : null)) {
        return false;
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // what is published again is another object
  private static boolean isSame(Object one, Object other) {
    return one == other;
  }

  private static int order(PublishedRow was, PublishedRow is) {
    if (was == null || is == null) {
      return was == null ? 1 : -1;
    }
    return was.name().compareTo(is.name());
  }

  private boolean exchange(SummingLearner sum, PublishedRow was, PublishedRow is) {
    if (!sum.isExchangeable((was == null ? is : was).name())) {
      return true;
    }
    RowReader before = was == null ? null : was.reader(specHash);
    RowReader after = is == null ? null : is.reader(specHash);
    boolean exact = sum.exchange(before, after);
    if (after != null) {
      after.end();
    }
    return exact;
  }
}
