package io.bayou.codec.spec;

import io.bayou.model.spec.Covariance;
import io.bayou.model.spec.Covariance.Denominator;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** {@code covariance}: how a discriminant estimates its covariance matrices. */
final class CovarianceSection {
  private static final String[] KEYS = {
    "prior", "denominator", "shrinkage", "identity", "form", "lambda", "gamma", "alpha"
  };

  private CovarianceSection() {}

  static void read(SpecNode value, ModelSpec.Builder spec) {
    spec.covariance(covariance(SpecFields.of(value, KEYS), spec.options().kind()));
  }

  private static Covariance covariance(SpecFields fields, LearnerKind learner) {
    if (fields.get("prior").isPresent()) {
      fields.only("a covariance with a prior", "prior");
      fields.require("prior").choice(List.of("common"), Function.identity());
      return new Covariance.CommonPrior();
    }
    String context = learner.key();
    if (learner == LearnerKind.RDA) {
      return rda(fields.only(context, "form", "lambda", "gamma", "alpha"));
    }
    boolean pooled = learner == LearnerKind.LDA;
    fields.only(context, "denominator", pooled ? "shrinkage" : "identity");
    Denominator standard = pooled ? Denominator.N_MINUS_K : Denominator.N_MINUS_1;
    return new Covariance.Plain(
        fields
            .get("denominator")
            .map(node -> node.choice(List.of(standard, Denominator.N), CovarianceSection::key))
            .orElse(standard),
        fields.number("shrinkage", SpecNode::fraction, 0.0),
        fields.number("identity", SpecNode::fraction, 0.0));
  }

  private static Covariance rda(SpecFields fields) {
    String form = fields.require("form").choice(List.of("friedman", "esl"), Function.identity());
    String context = "the form " + form;
    if (form.equals("esl")) {
      fields.only(context, "form", "alpha");
      return new Covariance.Esl(fields.number("alpha", SpecNode::fraction, 0.5));
    }
    fields.only(context, "form", "lambda", "gamma");
    return new Covariance.Friedman(
        fields.number("lambda", SpecNode::fraction, 0.5),
        fields.number("gamma", SpecNode::fraction, 0.0));
  }

  private static String key(Denominator denominator) {
    return switch (denominator) {
      case N -> "n";
      case N_MINUS_1 -> "n-1";
      case N_MINUS_K -> "n-k";
    };
  }

  static Object write(Covariance covariance) {
    if (covariance instanceof Covariance.Friedman friedman) {
      return Map.of("form", "friedman", "lambda", friedman.lambda(), "gamma", friedman.gamma());
    } else if (covariance instanceof Covariance.Esl esl) {
      return Map.of("form", "esl", "alpha", esl.alpha());
    } else if (covariance instanceof Covariance.Plain plain) {
      Map<String, Object> tree = new TreeMap<>();
      tree.put("denominator", key(plain.denominator()));
      SpecCodec.putChanged(tree, "shrinkage", plain.shrinkage(), 0.0);
      SpecCodec.putChanged(tree, "identity", plain.identity(), 0.0);
      return tree;
    }
    return Map.of("prior", "common");
  }
}
