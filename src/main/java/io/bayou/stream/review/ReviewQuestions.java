package io.bayou.stream.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventEncoder;
import io.bayou.codec.prediction.PredictionEncoder;
import io.bayou.codec.prediction.ReviewQuestion;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.ReviewReason;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.ReviewSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks people about the doubtful events of a task, as many as the specs of their models allow. */
public final class ReviewQuestions {
  private static final Logger log = LoggerFactory.getLogger(ReviewQuestions.class);

  private final OpenReviews open;
  private final int partition;
  private final IntSupplier partitions;
  private final BiConsumer<byte[], byte[]> sink;
  private final EventEncoder events = EventEncoder.json();
  private final Map<String, ReviewBudget> budgets = new HashMap<>();
  private final Set<String> changed = new HashSet<>();
  private int knownPartitions;
  private long countedIn = Long.MIN_VALUE; // the hour in which partitions were counted

  /**
   * @param open what people are asked about, by any task
   * @param partition of the task
   * @param partitions how many tasks share the budget; asked again in each hour of event time,
   *     because topics may grow
   * @param sink takes the key and the value of each question; null takes one back
   */
  public ReviewQuestions(
      OpenReviews open, int partition, IntSupplier partitions, BiConsumer<byte[], byte[]> sink) {
    this.open = open;
    this.partition = partition;
    this.partitions = partitions;
    this.sink = sink;
  }

  /** Takes in what {@link #store} gave away. */
  public void restore(String model, byte[] budget) {
    try {
      budgets.put(model, ReviewBudget.decode(budget));
    } catch (BadRecordException e) {
      log.error("the review budget of model '{}' begins anew: {}", model, e.getMessage());
    }
  }

  /** Asks about an event if it is doubtful, is chosen, and fits into a message. */
  public void consider(Example example, Answer answer, ReviewSpec spec) {
    Optional<ReviewReason> reason = ReviewReason.of(answer.posterior(), spec.margin());
    if (reason.isEmpty()) {
      return;
    }
    long hour = ReviewBudget.hourOf(answer.time());
    int share = ReviewBudget.share(spec.perHour(), partition, partitionsIn(hour), hour);
    changed.add(answer.model());
    if (budget(answer.model()).admits(answer.id(), hour, share)) {
      byte[] question = ReviewQuestion.encode(reason.get(), answer, events.encode(example));
      if (question.length <= PredictionEncoder.MAX_BYTES) {
        sink.accept(ReviewQuestion.key(answer.model(), answer.id()).getBytes(UTF_8), question);
      }
    }
  }

  /** Takes the question about an event back, if there is one: its label has come. */
  public void learned(ModelSpec spec, String model, String id) {
    if (spec.answers().review().isPresent() && open.isOpen(model, id)) {
      sink.accept(ReviewQuestion.key(model, id).getBytes(UTF_8), null);
    }
  }

  private ReviewBudget budget(String model) {
    return budgets.computeIfAbsent(model, name -> new ReviewBudget());
  }

  private int partitionsIn(long hour) {
    if (hour != countedIn) {
      countedIn = hour;
      knownPartitions = partitions.getAsInt();
    }
    return knownPartitions;
  }

  /** Gives away what has changed of the budgets, by model. */
  public void store(BiConsumer<String, byte[]> target) {
    for (String model : changed) {
      target.accept(model, budgets.get(model).encode());
    }
    changed.clear();
  }
}
