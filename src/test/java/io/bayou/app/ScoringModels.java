package io.bayou.app;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.ModelFile;
import io.bayou.codec.state.ScoringJson;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Models of every kind as JSON, each with events and the answers that Java gives to them: what
 * scorers in other languages are tested with.
 */
final class ScoringModels {
  /** How many events each model answers. */
  static final int EVENTS = 1_000;

  private static final int LEARNED = 300;
  private static final long SEED = 7;

  private static final String NETWORK =
      "{color: [], truth: [color], count: [color, truth], x: [count], city: []}";
  private static final String NETWORK_TYPES =
      "{color: categorical, truth: bernoulli, count: {type: binned, edges: [2, 4]}, x: binned,"
          + " city: categorical}";

  /* Where x^2 is x, or a feature hardly varies, a matrix is singular, and what it is regularised by
   * is rounding. */
  private static final String REGULAR =
      Stream.of("big zero flag level new0 new1 new2 truth color city words tags".split(" "))
          .map(name -> name + ": ignore")
          .collect(joining(", "));

  /** By name, the spec of a model. */
  static final Map<String, String> SPECS = specs();

  private static final ObjectMapper JSON = new ObjectMapper();

  private ScoringModels() {}

  private static Map<String, String> specs() {
    Map<String, String> specs = new TreeMap<>();
    naiveBayes(specs);
    for (String learner : List.of("lda", "qda", "rda")) {
      specs.put(learner, "learner: " + learner);
      specs.put(learner + "-prior", "{learner: " + learner + ", covariance: {prior: common}}");
    }
    specs.put("lda-quadratic", "{learner: lda, basis: quadratic, features: {" + REGULAR + "}}");
    specs.put("lda-narrow", "{learner: lda, basis: quadratic, limits: {features: 16}}");
    networks(specs);
    specs.put("logistic", "{learner: logistic, features: {words: multinomial}}");
    specs.put(
        "logistic-forgetting",
        "{learner: logistic, logistic: {forgetting: 0.98}, features: {count: categorical, words:"
            + " {type: bernoulli-text, ngrams: 2}}}");
    specs.put("logistic-quadratic", "{learner: logistic, basis: quadratic}");
    specs.put("logistic-wide", "{learner: logistic, basis: quadratic, logistic: {average: false}}");
    specs.put("forest", "learner: forest");
    specs.put(
        "forest-types",
        "{learner: forest, calibrate: temperature, forest: {trees: 5, leaves: 40, seed: 9},"
            + " features: {x: {type: binned, edges: [-1, 0, 0.5, 2]}, y: gaussian, truth:"
            + " bernoulli, color: categorical, city: ignore}}");
    for (String learner : List.of("naive-bayes", "qda", "tan", "aode", "majority")) {
      specs.put(learner + "-forgetting", "{learner: " + learner + ", forgetting: 0.99}");
    }
    specs.put("majority", "learner: majority");
    specs.put("no-change", "learner: no-change");
    ensembles(specs);
    return specs;
  }

  private static void naiveBayes(Map<String, String> specs) {
    specs.put("naive-bayes", "learner: naive-bayes");
    specs.put(
        "naive-bayes-types",
        "{learner: naive-bayes, unknown: none, features: {x: binned, y: student-t, count: {type:"
            + " binomial, n: 8}, big: {type: binned, from: -1, to: 4, bins: 6}, city: {type:"
            + " categorical, values: [Rome, Oslo]}, words: multinomial, level: categorical}}");
    specs.put(
        "naive-bayes-presence",
        "{learner: naive-bayes, smoothing: 0, features: {words: bernoulli-text}}");
    specs.put(
        "naive-bayes-smoothed-presence",
        "{learner: naive-bayes, half-life: 1h, features: {words: {type: bernoulli-text, ngrams: 3},"
            + " tags: {type: multinomial, hash: 10}}}");
    specs.put(
        "naive-bayes-complement",
        "{learner: naive-bayes, features: {words: {type: multinomial, variant: complement}, tags:"
            + " {type: multinomial, variant: complement-norm}}}");
    specs.put("naive-bayes-mle", "{learner: naive-bayes, estimate: mle, prior: empirical}");
    specs.put("naive-bayes-bayes", "{learner: naive-bayes, estimate: bayes, prior: uniform}");
    specs.put(
        "naive-bayes-m",
        "{learner: naive-bayes, smoothing: {m: 3, p: overall}, half-life: 10m, variance: pooled}");
    specs.put(
        "naive-bayes-fixed",
        "{learner: naive-bayes, compat: sklearn, prior: {a: 0.5, b: 0.3, c: 0.2}}");
  }

  private static void networks(Map<String, String> specs) {
    String types = "network: " + NETWORK + ", features: " + NETWORK_TYPES;
    specs.put("bayes-net", "{learner: bayes-net, " + types + "}");
    specs.put("bayes-net-known", "{learner: bayes-net, unknown: none, " + types + "}");
    specs.put(
        "bayes-net-class-last",
        "{learner: bayes-net, network: {color: [], city: [color], truth: [label, city], label:"
            + " [color, city]}, features: {color: categorical, city: categorical, truth:"
            + " bernoulli}}");
    specs.put(
        "bayes-net-hidden",
        "{learner: bayes-net, hidden: [mood], network: {mood: [label], color: [mood], truth: [mood,"
            + " label]}, features: {color: categorical, truth: bernoulli}}");
    specs.put(
        "bayes-net-tables",
        "{learner: bayes-net, network: {truth: [label]}, features: {truth: bernoulli}, classes: [a,"
            + " b], tables: {truth: {label=a: {true: 0.3, false: 0.7}, label=b: {true: 0.9, false:"
            + " 0.1}}}}");
    specs.put("tan", "{learner: tan, half-life: 1h}");
    specs.put("tan-given", "{learner: tan, network: {city: [], color: [city], truth: [color]}}");
    specs.put("aode", "learner: aode");
    specs.put("aode-uniform", "{learner: aode, prior: uniform, unknown: none, half-life: 1h}");
    specs.put("aode-alone", "{learner: aode, features: {" + allBut("city") + "}}");
  }

  private static void ensembles(Map<String, String> specs) {
    specs.put("average", "learner: average");
    specs.put("average-most-likely", "{learner: average, decision: map-hypothesis}");
    specs.put(
        "average-calibrated",
        "{learner: average, calibrate: temperature, forgetting: 1, members: [naive-bayes,"
            + " {learner: lda, covariance: {prior: common}}, majority]}");
    specs.put(
        "calibrated", "{learner: naive-bayes, calibrate: temperature, sets: {coverage: 0.9}}");
    specs.put("sets", "{learner: qda, sets: {coverage: 0.8}, novelty: 0.1}");
    specs.put(
        "average-declared",
        "{learner: average, features: {x: gaussian, y: student-t, count: {type: binned, edges: [1,"
            + " 3]}, truth: bernoulli, words: multinomial, level: ignore}}");
    specs.put("average-bins", "{learner: average, bins: auto, novelty: 0.05}");
    specs.put(
        "decide",
        "{learner: lda, decide: {costs: {a: {b: 50}}, reject: 2}, novelty: 0.05, calibrate:"
            + " temperature}");
    specs.put("lags", "{learner: naive-bayes, lags: 3}");
    specs.put("lags-average", "{learner: average, lags: 2}");
  }

  private static String allBut(String feature) {
    List<String> ignored = new ArrayList<>();
    for (String name :
        List.of("x", "y", "big", "zero", "flag", "truth", "count", "color", "city", "level")) {
      if (!name.equals(feature)) {
        ignored.add(name + ": ignore");
      }
    }
    return String.join(", ", ignored);
  }

  /** Writes NAME.model.json and NAME.events.json into a directory. */
  static void write(String name, Path directory) throws IOException {
    ModelSpec spec = SpecCodec.read(name, SPECS.get(name));
    Learner learner = Learners.create(spec);
    Random random = new Random(SEED);
    for (int i = 0; i < LEARNED; i++) {
      String label = label(random);
      learner.learn(features(event(label, random)), label, 1.0, i * 60_000L);
    }
    try (OutputStream out = Files.newOutputStream(directory.resolve(name + ".model.json"))) {
      ScoringJson.write(new ModelFile(name, 1, learner), out);
    }
    List<Object> answers = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      Map<String, Object> event = event(label(random), random);
      answers.add(answer(event, learner.predict(features(event))));
    }
    JSON.writeValue(directory.resolve(name + ".events.json").toFile(), answers);
  }

  private static Map<String, Object> answer(Map<String, Object> event, Posterior posterior) {
    Map<String, Double> probabilities = new LinkedHashMap<>();
    for (int c = 0; c < posterior.size(); c++) {
      probabilities.put(posterior.label(c), posterior.probability(c));
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("features", event);
    answer.put("label", posterior.isEmpty() ? null : posterior.label(posterior.best()));
    answer.put("posterior", probabilities);
    double evidence = posterior.logEvidence();
    answer.put("logEvidence", Double.isFinite(evidence) ? evidence : null);
    answer.put("set", posterior.hasSet() ? posterior.set() : null);
    answer.put("novel", posterior.flags().contains(Flag.NOVEL));
    return answer;
  }

  private static String label(Random random) {
    double p = random.nextDouble();
    return p < 0.5 ? "a" : p < 0.8 ? "b" : p < 0.97 ? "c" : "rare";
  }

  /* Correlated numbers, numbers far from 0, unknown values, what is missing, and what is wrong. */
  private static Map<String, Object> event(String label, Random random) {
    int c = label.charAt(0) - 'a';
    double x = c * 0.8 + random.nextGaussian();
    Map<String, Object> event = new TreeMap<>();
    event.put("x", x);
    event.put("y", 0.7 * x + 0.5 * random.nextGaussian());
    event.put("big", 1e6 + 1e-2 * (c + random.nextGaussian()));
    event.put("zero", random.nextInt(5) <= c ? 1.0 : 0.0);
    event.put("truth", random.nextInt(6) <= c + 1);
    event.put("count", (double) (random.nextInt(4) + random.nextInt(2 + c)));
    event.put("color", List.of("red", "green", "blue", "gray").get((c + random.nextInt(3)) % 4));
    event.put("city", random.nextInt(9) == 0 ? "city" + random.nextInt(99) : "Rome");
    event.put("level", oneOf(random, 1.5, 2.0, 1e-5, 12345678.9, 1e21, true, "high"));
    event.put("words", words(c, random));
    event.put("tags", List.of("t" + random.nextInt(4 + c), "t" + random.nextInt(6), "Größe"));
    event.put("new" + random.nextInt(3), 1.0);
    spoil(event, random);
    event.put("flag", random.nextInt(5) <= c ? 1.0 : 0.0); // always 0 or 1
    return event;
  }

  private static String words(int c, Random random) {
    return random.nextInt(4) == 0 ? signs(random) : sentence(c, random);
  }

  /* What separates words, and what does not. */
  private static String signs(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append("aB1_2.:',;-zZ \t@\0".charAt(random.nextInt(17)));
    }
    return text.toString();
  }

  private static String sentence(int c, Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      text.append("Word").append((c + random.nextInt(5)) % 7);
      text.append(oneOf(random, " ", ", ", ".", "'s ", " 3,5 ", "_x ", ":"));
    }
    return text.toString();
  }

  private static void spoil(Map<String, Object> event, Random random) {
    for (String name : List.copyOf(event.keySet())) {
      switch (random.nextInt(40)) {
        case 0, 1 -> event.remove(name);
        case 2 -> event.put(name, null);
        case 3 -> event.put(name, strange(name, random));
        default -> {}
      }
    }
    String name = oneOf(random, "x", "zero", "level", "count").toString();
    if (random.nextInt(20) == 0) {
      event.put(name, oneOf(random, 1e-200, "1e-101", -0.0)); // all count as 0
    }
  }

  /* Where numbers hardly vary, others would be so unlikely that the rounding of logarithms shows. */
  private static Object strange(String name, Random random) {
    return name.equals("big") || name.startsWith("new")
        ? oneOf(random, 1e200, true, "red", "Nothing")
        : oneOf(random, 1e200, "2.5", "+1e0", true, 3.0, "red", "Nothing");
  }

  private static Object oneOf(Random random, Object... choices) {
    return choices[random.nextInt(choices.length)];
  }

  @SuppressWarnings("unchecked") // made by event() only
  private static Features features(Map<String, Object> event) {
    Features features = new Features();
    event.forEach(
        (name, value) -> {
          if (value == null) {
            features.missing(name);
          } else if (value instanceof Double number) {
            features.number(name, number);
          } else if (value instanceof Boolean truth) {
            features.truth(name, truth);
          } else if (value instanceof String text) {
            features.text(name, text);
          } else {
            features.tokens(name, (List<String>) value);
          }
        });
    return features;
  }
}
