package io.bayou.codec;

import io.bayou.avro.Prediction;
import io.bayou.model.Answer;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.message.BinaryMessageEncoder;

/** Avro's single-object encoding of schemas/Prediction.avsc. */
final class AvroPredictionEncoder implements PredictionEncoder {
  private final BinaryMessageEncoder<Prediction> encoder = Prediction.getEncoder();
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(1024);

  @Override
  public byte[] encode(Answer answer) {
    buffer.reset();
    try {
      encoder.encode(toAvro(answer), buffer);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory: cannot happen
    }
    return buffer.toByteArray();
  }

  private static Prediction toAvro(Answer answer) {
    Posterior posterior = answer.posterior();
    Map<String, Double> probabilities = new TreeMap<>();
    for (int c = 0; c < posterior.size(); c++) {
      probabilities.put(posterior.label(c), posterior.probability(c));
    }
    List<String> flags = new ArrayList<>();
    for (Flag flag : posterior.flags()) {
      flags.add(flag.name());
    }
    double evidence = posterior.logEvidence();
    return Prediction.newBuilder()
        .setId(answer.id())
        .setModel(answer.model())
        .setVersion(answer.version())
        .setLabel(posterior.isEmpty() ? null : posterior.label(posterior.best()))
        .setPosterior(probabilities)
        .setLogEvidence(Double.isFinite(evidence) ? evidence : null)
        .setContributions(
            answer.explanation() == null ? Map.of() : answer.explanation().contributions())
        .setHypotheses(answer.hypotheses())
        .setExamples(answer.examples())
        .setLearnedTo(answer.learnedTo())
        .setFlags(flags)
        .setTime(Instant.ofEpochMilli(answer.time()))
        .build();
  }
}
