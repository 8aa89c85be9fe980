package io.bayou.codec.join;

import io.bayou.codec.avro.AvroWriter;
import io.bayou.codec.event.AvroFeatures;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.Posterior;
import io.bayou.model.spec.LabelsSpec;

/** Writes the question that an event and the answer to it are. Single-threaded. */
public final class QuestionEncoder {
  private final AvroWriter out = new AvroWriter(io.bayou.avro.Question.getClassSchema());

  /**
   * @param answer names the event, the model and the version
   * @param maxBytes with more than this the posterior is left out
   */
  public byte[] encode(
      Arrival arrival, Example event, Answer answer, LabelsSpec labels, int maxBytes) {
    out.begin();
    out.integer(arrival.time());
    out.integer(arrival.writtenAt());
    out.string(arrival.source());
    out.integer(labels.horizonMillis());
    out.optional(labels.otherwise().orElse(null));
    out.string(answer.id());
    out.string(answer.model());
    AvroFeatures.write(event.features(), out);
    out.number(event.weight());
    out.integer(answer.version());
    Posterior posterior = answer.posterior();
    out.optional(posterior.isEmpty() ? null : posterior.label(posterior.best()));
    int withoutPosterior = out.size();
    posterior(posterior);
    if (out.size() > maxBytes) {
      out.truncate(withoutPosterior);
      out.end();
    }
    return out.toBytes();
  }

  private void posterior(Posterior posterior) {
    out.items(posterior.size());
    for (int c = 0; c < posterior.size(); c++) {
      out.string(posterior.label(c));
      out.number(posterior.probability(c));
    }
    out.end();
  }
}
