package io.bayou.codec.spec;

import io.bayou.model.spec.Covariance;
import io.bayou.model.spec.Covariance.Denominator;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.function.Function;

/** {@code covariance}: how a discriminant estimates its covariance matrices. */
final class CovarianceSection {
  private CovarianceSection() {}

  static void read(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    SpecFields fields =
        SpecFields.of(
            value,
            "prior",
            "denominator",
            "shrinkage",
            "identity",
            "form",
            "lambda",
            "gamma",
            "alpha");
    String here = learner.key();
    if (fields.get("prior").isPresent()) {
      fields.only("a covariance with a prior", "prior");
      fields.require("prior").choice(List.of("common"), Function.identity());
      spec.covariance(new Covariance.CommonPrior());
      return;
    }
    spec.covariance(
        switch (learner) {
          case LDA -> lda(fields.only(here, "denominator", "shrinkage"));
          case QDA -> qda(fields.only(here, "denominator", "identity"));
          case RDA -> rda(fields.only(here, "form", "lambda", "gamma", "alpha"));
          default -> throw new IllegalArgumentException(here + " has no covariance");
        });
  }

  private static Covariance lda(SpecFields fields) {
    return new Covariance.Plain(
        denominator(fields, Denominator.N_MINUS_K),
        fields.number("shrinkage", SpecNode::fraction, 0.0),
        0.0);
  }

  private static Covariance qda(SpecFields fields) {
    return new Covariance.Plain(
        denominator(fields, Denominator.N_MINUS_1),
        0.0,
        fields.number("identity", SpecNode::fraction, 0.0));
  }

  private static Denominator denominator(SpecFields fields, Denominator standard) {
    return fields
        .get("denominator")
        .map(node -> node.choice(List.of(standard, Denominator.N), CovarianceSection::key))
        .orElse(standard);
  }

  private static Covariance rda(SpecFields fields) {
    String form = fields.require("form").choice(List.of("friedman", "esl"), Function.identity());
    String here = "the form " + form;
    if (form.equals("esl")) {
      fields.only(here, "form", "alpha");
      return new Covariance.Esl(fields.number("alpha", SpecNode::fraction, 0.5));
    }
    fields.only(here, "form", "lambda", "gamma");
    return new Covariance.Friedman(
        fields.number("lambda", SpecNode::fraction, 0.5),
        fields.number("gamma", SpecNode::fraction, 0.0));
  }

  /** The name of a denominator in specs. */
  static String key(Denominator denominator) {
    return switch (denominator) {
      case N -> "n";
      case N_MINUS_1 -> "n-1";
      case N_MINUS_K -> "n-k";
    };
  }
}
