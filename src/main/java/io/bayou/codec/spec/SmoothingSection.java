package io.bayou.codec.spec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Smoothing.Share;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * {@code smoothing}: a pseudo-count, the m and p of an m-estimate, or the parameters of a Beta or
 * Dirichlet prior.
 */
final class SmoothingSection {
  private static final String OVERALL = "overall";

  private SmoothingSection() {}

  static void read(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    spec.smoothing(read(value));
  }

  static Smoothing read(SpecNode node) {
    if (!node.isMap()) {
      return new Smoothing.Additive(node.notNegative());
    }
    SpecFields fields = SpecFields.of(node, "m", "p", "beta", "dirichlet");
    if (fields.get("beta").isPresent()) {
      return beta(fields.only("smoothing with beta", "beta").require("beta"));
    }
    if (fields.get("dirichlet").isPresent()) {
      SpecNode given = fields.only("smoothing with dirichlet", "dirichlet").require("dirichlet");
      return given.build(() -> new Smoothing.Dirichlet(numbers(given, SpecNode::notNegative)));
    }
    double m = fields.require("m").notNegative();
    Share p = fields.get("p").map(SmoothingSection::share).orElse(new Share.Equal());
    return node.build(() -> new Smoothing.MEstimate(m, p));
  }

  private static Smoothing beta(SpecNode node) {
    if (!node.isList() || node.list().size() != 2) {
      throw node.mustBe("a list of two numbers, [a, b]: a for true, b for false");
    }
    List<SpecNode> both = node.list();
    double a = both.get(0).notNegative();
    double b = both.get(1).notNegative();
    return new Smoothing.Beta(a, b);
  }

  private static Share share(SpecNode node) {
    if (node.isMap()) {
      return node.build(() -> new Share.ByValue(numbers(node, SpecNode::fraction)));
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

  private static SortedMap<String, Double> numbers(
      SpecNode node, ToDoubleFunction<SpecNode> number) {
    SortedMap<String, Double> numbers = new TreeMap<>();
    node.map().forEach((value, given) -> numbers.put(value, number.applyAsDouble(given)));
    return numbers;
  }

  static void write(Smoothing smoothing, JsonGenerator out) throws IOException {
    if (smoothing instanceof Smoothing.Additive additive) {
      out.writeNumber(additive.alpha());
      return;
    }
    out.writeStartObject();
    if (smoothing instanceof Smoothing.Beta beta) {
      out.writeArrayFieldStart("beta");
      out.writeNumber(beta.a());
      out.writeNumber(beta.b());
      out.writeEndArray();
    } else if (smoothing instanceof Smoothing.Dirichlet dirichlet) {
      SpecWriter.numbers("dirichlet", dirichlet.alphas(), out);
    } else if (smoothing instanceof Smoothing.MEstimate estimate) {
      out.writeNumberField("m", estimate.m());
      write(estimate.p(), out);
    }
    out.writeEndObject();
  }

  private static void write(Share share, JsonGenerator out) throws IOException {
    if (share instanceof Share.OfTrue truth) {
      out.writeNumberField("p", truth.p());
    } else if (share instanceof Share.ByValue given) {
      SpecWriter.numbers("p", given.shares(), out);
    } else if (share instanceof Share.Overall) {
      out.writeStringField("p", OVERALL);
    }
  }
}
