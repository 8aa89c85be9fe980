package io.bayou.app;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.demo.DemoEvent;
import io.bayou.demo.DemoStream;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Posterior;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.scope.KeyedPredictor;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.keyed.KeyQueries;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A model for every country of card payments. */
final class GalleryKeys implements KeyQueries {
  private static final String KEY = "country";

  static final String SPEC = "{learner: naive-bayes, scope: {key: country, strength: 20}}";

  private final KeyedModel model;
  private final SortedMap<String, Key> keys = new TreeMap<>();

  private static final class Key {
    private final Learner own;
    private double loss;

    private Key(Learner own) {
      this.own = own;
    }

    private double meanLoss() {
      return loss / own.examples();
    }
  }

  GalleryKeys(DemoStream stream, int events) {
    ModelSpec spec = SpecCodec.read("gallery", SPEC);
    model = KeyedModel.of(spec);
    Learner everybody = model.newEverybody();
    KeyedPredictor predictor = model.newPredictor(everybody);
    Posterior answer = new Posterior();
    for (int i = 0; i < events; i++) {
      DemoEvent event = stream.at(i);
      Example example = new Example(new Features());
      event
          .features()
          .forEach((name, value) -> ModelGallery.Exhibit.add(example.features(), name, value));
      Key key =
          keys.computeIfAbsent(
              String.valueOf(event.features().get(KEY)), k -> new Key(model.newOwn()));
      predictor.predict(example.features(), key.own, answer);
      if (answer.indexOf(event.truth()) >= 0) {
        key.loss -= Math.log(answer.probabilityOf(event.truth()));
      }
      model.learn(key.own, everybody, example.features(), event.truth(), 1.0, i);
      everybody.learn(example.features(), event.truth(), 1.0, i);
    }
  }

  @Override
  public Optional<Found> find(
      String name,
      ModelDefinition.Version version,
      String key,
      boolean forwarded,
      String authorization) {
    if (key.equals("moving")) {
      throw new UnavailableException("the model of the key is moving; try again");
    }
    return Optional.ofNullable(keys.get(key)).map(found -> Found.here(report(key, found)));
  }

  private Report report(String key, Key found) {
    long examples = found.own.examples();
    return new Report(
        key,
        0,
        examples,
        1_700_000_000_000L,
        examples,
        found.meanLoss(),
        model.strengths(found.own),
        List.of(new Source("payments-0", 0, examples, examples)),
        found.own);
  }

  @Override
  public Held held(String name, int version) {
    return new Held(
        keys.size(),
        noted(Comparator.comparingLong(Noted::examples)),
        noted(Comparator.comparingDouble(Noted::meanLoss)));
  }

  private List<Noted> noted(Comparator<Noted> order) {
    return keys.entrySet().stream()
        .map(
            key ->
                new Noted(
                    key.getKey(),
                    key.getValue().own.examples(),
                    key.getValue().own.examples(),
                    key.getValue().meanLoss()))
        .sorted(order.reversed())
        .toList();
  }
}
