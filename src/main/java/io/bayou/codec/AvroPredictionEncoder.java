package io.bayou.codec;

import io.bayou.avro.Prediction;
import io.bayou.model.Answer;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import java.util.Map;

/** Avro's single-object encoding of schemas/Prediction.avsc. */
final class AvroPredictionEncoder implements PredictionEncoder {
  /* By hand for the same reason as AvroEventReader: the fields are written as they are, in the
   * order of the schema. */
  private final AvroWriter out = new AvroWriter(Prediction.getClassSchema());

  @Override
  public byte[] encode(Answer answer) {
    Posterior posterior = answer.posterior();
    out.begin();
    out.string(answer.id());
    out.string(answer.model());
    out.integer(answer.version());
    out.optional(PredictionFields.label(answer));
    probabilities(posterior);
    evidence(answer);
    numbers(PredictionFields.contributions(answer));
    numbers(answer.hypotheses());
    out.integer(answer.examples());
    offsets(answer.learnedTo());
    flags(posterior);
    out.integer(answer.time());
    return out.toBytes();
  }

  private void probabilities(Posterior posterior) {
    out.items(posterior.size());
    for (int c = 0; c < posterior.size(); c++) {
      out.string(posterior.label(c));
      out.number(posterior.probability(c));
    }
    out.end();
  }

  private void evidence(Answer answer) {
    double evidence = answer.posterior().logEvidence();
    boolean known = Double.isFinite(evidence);
    out.integer(known ? 1 : 0);
    if (known) {
      out.number(evidence);
    }
  }

  private void numbers(Map<String, Double> values) {
    out.items(values.size());
    for (Map.Entry<String, Double> entry : values.entrySet()) {
      out.string(entry.getKey());
      out.number(entry.getValue());
    }
    out.end();
  }

  private void offsets(Map<String, Long> values) {
    out.items(values.size());
    for (Map.Entry<String, Long> entry : values.entrySet()) {
      out.string(entry.getKey());
      out.integer(entry.getValue());
    }
    out.end();
  }

  private void flags(Posterior posterior) {
    out.items(posterior.flags().size());
    for (Flag flag : posterior.flags()) {
      out.string(flag.name());
    }
    out.end();
  }
}
