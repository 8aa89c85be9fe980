package io.bayou.codec.spec;

import com.fasterxml.jackson.core.io.NumberOutput;
import io.bayou.model.spec.Prior;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code prior}: a rule by name, a map from class to probability, or {@code {dirichlet: {...}}}
 * with a map from class to pseudo-count.
 */
final class PriorSection {
  private static final Pattern DIRICHLET = Pattern.compile("dirichlet(?:\\(\\s*(.*?)\\s*\\))?");

  private PriorSection() {}

  static Prior read(SpecNode value) {
    return !value.isMap() ? rule(value) : isByClass(value) ? byClass(value) : fixed(value);
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
    SpecNode alphas = SpecFields.of(node, "dirichlet").require("dirichlet");
    return node.build(() -> new Prior.ByClass(alphas.numbers(SpecNode::positive)));
  }

  private static Prior fixed(SpecNode node) {
    return node.build(() -> new Prior.Fixed(node.numbers(SpecNode::fraction)));
  }

  private static Prior rule(SpecNode node) {
    String rule = node.isList() || node.isNull() ? "" : node.text();
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

  static Object write(Prior prior) {
    if (prior instanceof Prior.Dirichlet dirichlet) {
      return "dirichlet(" + NumberOutput.toString(dirichlet.alpha(), true) + ")";
    } else if (prior instanceof Prior.ByClass byClass) {
      return Map.of("dirichlet", byClass.alphas());
    } else if (prior instanceof Prior.Fixed fixed) {
      return fixed.probabilities();
    }
    return prior instanceof Prior.Empirical ? "empirical" : "uniform";
  }
}
