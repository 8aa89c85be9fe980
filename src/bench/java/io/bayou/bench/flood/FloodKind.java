package io.bayou.bench.flood;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

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
  QUESTIONS(300, false),
  /** Distinct keys, each of which gets a model. */
  KEYS(1_000_000, true);

  private static final int NAMES = 20;
  private static final int TOKENS_EACH = 200;
  private static final int LONG_STRINGS = 14;
  private static final int LONG_STRING = 60_000;

  private static final String SMALL_QUESTION = "{\"features\":{\"a\":1,\"text\":\"w1 w2\"}}";

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

  /** The spec of the flooded model; empty for that of an instance without one. */
  Optional<String> spec() {
    return switch (this) {
      case TOKENS -> Optional.of("learner: naive-bayes\nfeatures:\n  text: {type: multinomial}\n");
      case KEYS -> Optional.of("learner: naive-bayes\nscope: {key: customer}\n");
      default -> Optional.empty();
    };
  }

  /** Whether the models of keys grow, which is to cost disk. */
  boolean isOfKeys() {
    return this == KEYS;
  }

  /** The question that must be answered meanwhile, of an earlier key. */
  byte[] question(int number) {
    String question = isOfKeys() ? "{\"features\":{" + purchase(number) + "}}" : SMALL_QUESTION;
    return question.getBytes(UTF_8);
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
          case KEYS -> "{\"features\":{" + purchase(i) + "},\"label\":\"class-" + i % 2 + "\"}";
        };
    return json.getBytes(UTF_8);
  }

  private static String purchase(int i) {
    return "\"customer\":\"customer-%d\",\"amount\":%d,\"channel\":\"c%d\""
        .formatted(i, i % 97, i % 5);
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
