package io.bayou.stream.review;

import io.bayou.codec.prediction.ReviewQuestion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The latest questions to people that nobody has answered yet. Safe for all threads. */
public final class OpenReviews {
  /** Of each model; older ones are forgotten. */
  static final int MAX_QUESTIONS = 200;

  /** Of all questions of a model together, in characters. */
  static final long MAX_CHARS = 8 << 20;

  private static final class Questions {
    final Map<String, ReviewQuestion> byId = new LinkedHashMap<>();
    long chars;

    void remove(String id) {
      ReviewQuestion removed = byId.remove(id);
      chars -= removed == null ? 0 : size(removed);
    }

    void put(ReviewQuestion question) {
      remove(question.id());
      byId.put(question.id(), question);
      chars += size(question);
      while (byId.size() > MAX_QUESTIONS || (chars > MAX_CHARS && byId.size() > 1)) {
        remove(byId.keySet().iterator().next());
      }
    }

    private static long size(ReviewQuestion question) {
      return (long) question.event().length() + question.prediction().length();
    }
  }

  private final Map<String, Questions> models = new HashMap<>();

  /** Takes a question; it replaces an earlier one about the same event. */
  public synchronized void ask(ReviewQuestion question) {
    models.computeIfAbsent(question.model(), model -> new Questions()).put(question);
  }

  /** The question was answered, or is not asked any more. */
  public synchronized void answered(String model, String id) {
    Questions questions = models.get(model);
    if (questions != null) {
      questions.remove(id);
      if (questions.byId.isEmpty()) {
        models.remove(model);
      }
    }
  }

  /** Whether people are asked about an event. */
  public synchronized boolean isOpen(String model, String id) {
    Questions questions = models.get(model);
    return questions != null && questions.byId.containsKey(id);
  }

  /** The questions about events of a model, the latest first. */
  public synchronized List<ReviewQuestion> of(String model) {
    Questions questions = models.get(model);
    if (questions == null) {
      return List.of();
    }
    List<ReviewQuestion> latest = new ArrayList<>(questions.byId.values());
    Collections.reverse(latest);
    return latest;
  }
}
