package io.bayou.stream.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.prediction.ReviewQuestion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what people are asked about, and what they have answered. */
public final class ReviewReader {
  private static final Logger log = LoggerFactory.getLogger(ReviewReader.class);

  private final OpenReviews reviews;

  public ReviewReader(OpenReviews reviews) {
    this.reviews = reviews;
  }

  /** The time of a record is of no interest. */
  public void read(byte[] recordKey, byte[] value, long ignored) {
    if (value != null) {
      ask(value);
    } else if (recordKey != null) {
      String key = new String(recordKey, UTF_8);
      int slash = key.indexOf('/'); // no name of a model has one
      reviews.answered(key.substring(0, Math.max(0, slash)), key.substring(slash + 1));
    }
  }

  private void ask(byte[] value) {
    try {
      reviews.ask(ReviewQuestion.decode(value));
    } catch (BadRecordException e) {
      log.error("a record of the reviews topic is left out: {}", e.getMessage());
    }
  }
}
