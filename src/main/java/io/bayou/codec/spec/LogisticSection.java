package io.bayou.codec.spec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** {@code logistic}: how logistic regression learns. */
final class LogisticSection {
  private LogisticSection() {}

  static void read(SpecNode value, LearnerKind learner, ModelSpec.Builder spec) {
    SpecFields fields = SpecFields.of(value, "average", "forgetting", "intercept", "variance");
    LogisticSpec standard = LogisticSpec.DEFAULT;
    double variance = fields.number("variance", SpecNode::positive, standard.variance());
    double intercept = fields.number("intercept", SpecNode::positive, standard.intercept());
    double forgetting = fields.number("forgetting", SpecNode::positive, standard.forgetting());
    boolean average = fields.get("average").map(LogisticSection::truth).orElse(standard.average());
    spec.logistic(value.build(() -> new LogisticSpec(variance, intercept, forgetting, average)));
  }

  private static boolean truth(SpecNode node) {
    return node.choice(List.of("true", "false"), Function.identity()).equals("true");
  }

  static void write(LogisticSpec logistic, JsonGenerator out) throws IOException {
    LogisticSpec standard = LogisticSpec.DEFAULT;
    if (logistic.equals(standard)) {
      return;
    }
    out.writeObjectFieldStart("logistic");
    if (logistic.average() != standard.average()) {
      out.writeBooleanField("average", logistic.average());
    }
    number("forgetting", logistic.forgetting(), standard.forgetting(), out);
    number("intercept", logistic.intercept(), standard.intercept(), out);
    number("variance", logistic.variance(), standard.variance(), out);
    out.writeEndObject();
  }

  private static void number(String key, double value, double standard, JsonGenerator out)
      throws IOException {
    if (value != standard) {
      out.writeNumberField(key, value);
    }
  }
}
