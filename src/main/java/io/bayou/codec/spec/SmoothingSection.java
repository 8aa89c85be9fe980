package io.bayou.codec.spec;

import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Smoothing.Share;
import java.util.List;
import java.util.Map;

/**
 * {@code smoothing}: a pseudo-count, the m and p of an m-estimate, or the parameters of a Beta or
 * Dirichlet prior.
 */
final class SmoothingSection {
  private static final String OVERALL = "overall";

  private SmoothingSection() {}

  static Smoothing read(SpecNode node) {
    if (!node.isMap()) {
      return additive(node);
    }
    SpecFields fields = SpecFields.of(node, "m", "p", "beta", "dirichlet");
    if (fields.get("beta").isPresent()) {
      return beta(fields.only("smoothing with beta", "beta").require("beta"));
    }
    if (fields.get("dirichlet").isPresent()) {
      SpecNode alphas = fields.only("smoothing with dirichlet", "dirichlet").require("dirichlet");
      return alphas.build(() -> new Smoothing.Dirichlet(alphas.numbers(SpecNode::notNegative)));
    }
    if (fields.get("m").isEmpty()) {
      throw node.fail(node.path() + " needs 'm', 'beta' or 'dirichlet'");
    }
    double m = fields.require("m").notNegative();
    Share p = fields.get("p").map(SmoothingSection::share).orElse(new Share.Equal());
    return node.build(() -> new Smoothing.MEstimate(m, p));
  }

  private static Smoothing additive(SpecNode node) {
    if (!node.isNumber()) {
      throw node.mustBe("a number, {m: 4}, {beta: [1, 1]} or {dirichlet: {value: 1}}");
    }
    return new Smoothing.Additive(node.notNegative());
  }

  private static Smoothing beta(SpecNode node) {
    if (!node.isList() || node.list().size() != 2) {
      throw node.mustBe("a list of two numbers, [a, b]: a for true, b for false");
    }
    return new Smoothing.Beta(node.list().get(0).notNegative(), node.list().get(1).notNegative());
  }

  private static Share share(SpecNode node) {
    if (node.isMap()) {
      return node.build(() -> new Share.ByValue(node.numbers(SpecNode::fraction)));
    }
    return node.text().equals(OVERALL) ? new Share.Overall() : new Share.OfTrue(fraction(node));
  }

  private static double fraction(SpecNode node) {
    try {
      return node.fraction();
    } catch (SpecException e) {
      throw node.mustBe("a number from 0 to 1, a map from value to p, or overall");
    }
  }

  static Object write(Smoothing smoothing) {
    if (smoothing instanceof Smoothing.Additive additive) {
      return additive.alpha();
    } else if (smoothing instanceof Smoothing.Beta beta) {
      return Map.of("beta", List.of(beta.a(), beta.b()));
    } else if (smoothing instanceof Smoothing.Dirichlet dirichlet) {
      return Map.of("dirichlet", dirichlet.alphas());
    }
    Smoothing.MEstimate estimate = (Smoothing.MEstimate) smoothing;
    if (estimate.p() instanceof Share.Equal) {
      return Map.of("m", estimate.m());
    }
    return Map.of("m", estimate.m(), "p", write(estimate.p()));
  }

  private static Object write(Share share) {
    if (share instanceof Share.OfTrue ofTrue) {
      return ofTrue.p();
    }
    return share instanceof Share.ByValue byValue ? byValue.shares() : OVERALL;
  }
}
