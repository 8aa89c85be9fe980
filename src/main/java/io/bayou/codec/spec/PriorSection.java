package io.bayou.codec.spec;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code prior}: a rule by name, a map from class to probability, or {@code {dirichlet: {...}}}
 * with a map from class to pseudo-count.
 */
final class PriorSection {
  private static final Pattern DIRICHLET = Pattern.compile("dirichlet(?:\\(\\s*(.*?)\\s*\\))?");

  private PriorSection() {}

  static void read(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    spec.prior(!value.isMap() ? rule(value) : isByClass(value) ? byClass(value) : fixed(value));
  }

  /* A class may be called dirichlet; its probability is a number. */
  private static boolean isByClass(SpecNode node) {
    SpecNode dirichlet = node.map().get("dirichlet");
    if (dirichlet != null && !dirichlet.isMap() && node.map().size() == 1) {
      throw dirichlet.mustBe("a map from class to pseudo-count; for all alike write dirichlet(1)");
    }
    return dirichlet != null && dirichlet.isMap();
  }

  private static Prior byClass(SpecNode node) {
    SpecNode given = SpecFields.of(node, "dirichlet").require("dirichlet");
    SortedMap<String, Double> alphas = new TreeMap<>();
    given.map().forEach((label, alpha) -> alphas.put(label, alpha.positive()));
    return node.build(() -> new Prior.ByClass(alphas));
  }

  private static Prior fixed(SpecNode node) {
    SortedMap<String, Double> probabilities = new TreeMap<>();
    node.map().forEach((label, probability) -> probabilities.put(label, probability.fraction()));
    return node.build(() -> new Prior.Fixed(probabilities));
  }

  private static Prior rule(SpecNode node) {
    String rule = node.text();
    Matcher dirichlet = DIRICHLET.matcher(rule);
    if (dirichlet.matches()) {
      return new Prior.Dirichlet(alpha(node, dirichlet.group(1)));
    }
    return switch (rule) {
      case "empirical" -> new Prior.Empirical();
      case "uniform" -> new Prior.Uniform();
      default ->
          throw node.mustBe(
              "empirical, uniform, dirichlet(alpha), {dirichlet: {class: alpha}} or a map from"
                  + " class to probability");
    };
  }

  private static double alpha(SpecNode node, String text) {
    if (text != null && text.contains(",")) {
      throw node.mustBe(
          "dirichlet(alpha) for all classes, or {dirichlet: {class: alpha}} for each");
    }
    return text == null ? 1.0 : node.part(text).positive();
  }
}
