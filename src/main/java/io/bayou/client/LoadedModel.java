package io.bayou.client;

import io.bayou.model.Answer;
import io.bayou.model.Answerer;
import io.bayou.model.Example;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/**
 * A version of a model as it was read last. Many threads may score at a time.
 *
 * @param staleFrom when one of its partitions will have been silent for too long, in milliseconds
 */
record LoadedModel(String name, int version, Answerer answerer, long staleFrom) {
  long examples() {
    return answerer.learner().examples();
  }

  Prediction predict(Example example, long now) {
    return predict(example, example.id() == null ? "" : example.id(), now, now);
  }

  /**
   * @param time of the event
   */
  Prediction predict(Example example, String id, long time, long now) {
    Answer answer = new Answer();
    answer.begin(id, time, name, version);
    answerer.answer(example, now > staleFrom, false, answer);
    return new Prediction(values(answer));
  }

  private io.bayou.model.Prediction values(Answer answer) {
    Posterior posterior = answer.posterior();
    double evidence = posterior.logEvidence();
    return new io.bayou.model.Prediction(
        answer.id(),
        name,
        version,
        posterior.isEmpty() ? Optional.empty() : Optional.of(posterior.label(posterior.best())),
        probabilities(posterior, posterior::probability),
        Double.isFinite(evidence) ? OptionalDouble.of(evidence) : OptionalDouble.empty(),
        Collections.emptySortedMap(),
        answer.hypotheses(),
        answer.examples(),
        answer.learnedTo(),
        posterior.flags().stream().map(Flag::name).toList(),
        answer.time(),
        0.0,
        Optional.ofNullable(answer.decision()),
        Double.isNaN(answer.expectedCost())
            ? OptionalDouble.empty()
            : OptionalDouble.of(answer.expectedCost()),
        posterior.hasSet() ? Optional.of(posterior.set()) : Optional.empty(),
        posterior.isCalibrated()
            ? Optional.of(probabilities(posterior, posterior::rawProbability))
            : Optional.empty(),
        Optional.empty());
  }

  private static SortedMap<String, Double> probabilities(
      Posterior posterior, IntToDoubleFunction value) {
    SortedMap<String, Double> probabilities = new TreeMap<>();
    for (int c = 0; c < posterior.size(); c++) {
      probabilities.put(posterior.label(c), value.applyAsDouble(c));
    }
    return probabilities;
  }
}
