package io.bayou.stream.keyed;

import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Asks for the models of keys, wherever they are; thread-safe. */
public interface KeyQueries {
  /**
   * The model of a key; empty if the key has learned nothing.
   *
   * @param forwarded whether another instance has passed on the question: then it ends here
   * @param authorization as the client has given it; null if it has not
   * @throws UnavailableException if it cannot be found now
   */
  Optional<Found> find(
      String model,
      ModelDefinition.Version version,
      String key,
      boolean forwarded,
      String authorization);

  /** The model of the key may be there, but cannot be read now. */
  final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String message) {
      super(message);
    }
  }

  /** What this instance holds of the keys of a version. */
  Held held(String model, int version);

  /** What was found: a report, or that of another instance as it was received. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares or prints it
  record Found(Optional<Report> report, byte[] received) {
    private static final byte[] NOTHING = {};

    public static Found here(Report report) {
      return new Found(Optional.of(report), NOTHING);
    }

    public static Found there(byte[] json) {
      return new Found(Optional.empty(), json);
    }
  }

  /**
   * The model of a key.
   *
   * @param partition of the keyed topic
   * @param lastSeen time of its latest example, in milliseconds
   * @param scored how many answers were scored
   * @param meanLoss their mean log loss; NaN if there are none
   * @param strengths how many examples everybody's model may stand for, and the weight of each
   * @param own what it has learned; null if nothing
   */
  record Report(
      String key,
      int partition,
      long examples,
      long lastSeen,
      long scored,
      double meanLoss,
      SortedMap<Double, Double> strengths,
      List<Source> sources,
      Learner own) {}

  /** What a key has learned from a source: the offsets from one to another. */
  record Source(String source, long from, long to, long examples) {}

  /** Keys of an instance. */
  record Held(long keys, List<Noted> busiest, List<Noted> worst) {}

  /** A key that stands out. */
  record Noted(String key, long examples, long scored, double meanLoss) {}
}
