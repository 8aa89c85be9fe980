package io.bayou.codec.prediction;

import io.bayou.avro.Prediction;
import io.bayou.codec.avro.AvroWriter;
import io.bayou.model.Answer;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import java.util.Map;

/** Avro's single-object encoding of schemas/Prediction.avsc. */
final class AvroPredictionEncoder extends PredictionEncoder {
  /* Written by hand for the same reason as AvroEventReader, in the order of the schema. */
  private final AvroWriter out = new AvroWriter(Prediction.getClassSchema());
  private final EncodedOffsets offsets = new EncodedOffsets();

  @Override
  byte[] write(AnswerPart part) {
    Answer answer = part.answer();
    out.begin();
    out.string(part.id());
    out.string(answer.model());
    out.integer(answer.version());
    out.optional(label(answer));
    probabilities(part);
    double evidence = answer.posterior().logEvidence();
    optional(Double.isFinite(evidence) ? evidence : Double.NaN);
    numbers(part.isExplained() ? contributions(answer) : Map.of());
    numbers(answer.hypotheses());
    out.integer(answer.examples());
    offsets.write(part.learnedTo(), out);
    flags(answer.posterior());
    out.integer(answer.time());
    out.number(part.otherProbability());
    out.optional(answer.decision());
    optional(answer.expectedCost());
    set(part);
    raw(part);
    own(answer);
    return out.toBytes();
  }

  private void probabilities(AnswerPart part) {
    Posterior posterior = part.answer().posterior();
    out.items(part.classes());
    for (int c = 0; c < posterior.size(); c++) {
      if (part.isKept(c)) {
        out.string(posterior.label(c));
        out.number(posterior.probability(c));
      }
    }
    out.end();
  }

  private void set(AnswerPart part) {
    Posterior posterior = part.answer().posterior();
    out.integer(part.hasSet() ? 1 : 0);
    if (part.hasSet()) {
      out.items(posterior.setSize());
      for (int c = 0; c < posterior.size(); c++) {
        if (posterior.isInSet(c)) {
          out.string(posterior.label(c));
        }
      }
      out.end();
    }
  }

  private void raw(AnswerPart part) {
    Posterior posterior = part.answer().posterior();
    out.integer(part.hasRaw() ? 1 : 0);
    if (part.hasRaw()) {
      out.items(posterior.size());
      for (int c = 0; c < posterior.size(); c++) {
        out.string(posterior.label(c));
        out.number(posterior.rawProbability(c));
      }
      out.end();
    }
  }

  private void own(Answer answer) {
    boolean known = answer.key() != null;
    out.optional(answer.key());
    optional(known ? answer.ownShare() : Double.NaN);
    out.integer(known ? 1 : 0);
    if (known) {
      out.integer(answer.keyExamples());
    }
  }

  /* NaN is null. */
  private void optional(double number) {
    out.integer(Double.isNaN(number) ? 0 : 1);
    if (!Double.isNaN(number)) {
      out.number(number);
    }
  }

  private void numbers(Map<String, Double> values) {
    out.items(values.size());
    if (!values.isEmpty()) { // mostly: an iterator costs more than the rest
      for (Map.Entry<String, Double> entry : values.entrySet()) {
        out.string(entry.getKey());
        out.number(entry.getValue());
      }
    }
    out.end();
  }

  private void flags(Posterior posterior) {
    out.items(posterior.flags().size());
    if (!posterior.flags().isEmpty()) {
      for (Flag flag : posterior.flags()) {
        out.string(flag.name());
      }
    }
    out.end();
  }
}
