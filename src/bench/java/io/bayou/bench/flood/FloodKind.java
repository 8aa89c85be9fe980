package io.bayou.bench.flood;

import static java.nio.charset.StandardCharsets.UTF_8;

/** What an instance is flooded with: always new values, so that caching does not help. */
enum FloodKind {
  /** Distinct labels. */
  LABELS(200_000, true),
  /** Distinct feature names, twenty in each event. */
  FEATURES(200_000 / FloodKind.NAMES, true),
  /** Distinct tokens of a text, two hundred in each event. */
  TOKENS(2_000_000 / FloodKind.TOKENS_EACH, true),
  /** Distinct names of models that do not exist. */
  MODELS(100_000, false),
  /** Questions of 840 KB. */
  QUESTIONS(300, false);

  private static final int NAMES = 20;
  private static final int TOKENS_EACH = 200;
  private static final int LONG_STRINGS = 14;
  private static final int LONG_STRING = 60_000;

  /** The spec of the flooded model. */
  static final String TEXT_SPEC = "learner: naive-bayes\nfeatures:\n  text: {type: multinomial}\n";

  private final int events;
  private final boolean labeled;

  FloodKind(int events, boolean labeled) {
    this.events = events;
    this.labeled = labeled;
  }

  int events(double scale) {
    return Math.max(1, (int) (events * scale));
  }

  boolean isLabeled() {
    return labeled;
  }

  byte[] event(int i) {
    String json =
        switch (this) {
          case LABELS -> "{\"features\":{\"a\":1},\"label\":\"label-" + i + "\"}";
          case FEATURES -> "{\"features\":{" + names(i) + "},\"label\":\"class-" + i % 2 + "\"}";
          case TOKENS ->
              "{\"features\":{\"text\":\"" + text(i) + "\"},\"label\":\"class-" + i % 2 + "\"}";
          case MODELS -> "{\"model\":\"model-" + i + "\",\"features\":{\"a\":1}}";
          case QUESTIONS -> "{\"features\":{" + longStrings(i) + "}}";
        };
    return json.getBytes(UTF_8);
  }

  private static String names(int i) {
    StringBuilder names = new StringBuilder();
    for (int j = 0; j < NAMES; j++) {
      names.append(j == 0 ? "\"f" : ",\"f").append(i * NAMES + j).append("\":").append(j);
    }
    return names.toString();
  }

  private static String text(int i) {
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < TOKENS_EACH; j++) {
      text.append(j == 0 ? "w" : " w").append(i * TOKENS_EACH + j);
    }
    return text.toString();
  }

  private static String longStrings(int i) {
    StringBuilder strings = new StringBuilder();
    for (int j = 0; j < LONG_STRINGS; j++) {
      String value = (i + "-").repeat(LONG_STRING).substring(0, LONG_STRING);
      strings.append(j == 0 ? "\"s" : ",\"s").append(j).append("\":\"").append(value).append('"');
    }
    return strings.toString();
  }
}
