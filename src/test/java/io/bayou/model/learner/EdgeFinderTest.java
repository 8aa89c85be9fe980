package io.bayou.model.learner;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.spec.AutoBins;
import io.bayou.model.spec.Bins;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class EdgeFinderTest {
  private static final ModelSpec SPEC =
      ModelSpec.builder(LearnerKind.AODE).bins(AutoBins.DEFAULT).build();

  private static Example example(Features x) {
    Example example = new Example(new Features(x.names())); // which clears its features
    for (int i = 0; i < x.size(); i++) {
      example.features().copy(x, i, x.id(i));
    }
    example.setLabel("a");
    return example;
  }

  private static Features number(String name, double value) {
    return new Features().number(name, value);
  }

  private static SortedMap<String, Bins> edges(EdgeFinder finder) {
    return finder.found().bins().orElseThrow().edges().orElseThrow();
  }

  private static EdgeFinder of(ModelSpec spec, Features... events) {
    EdgeFinder finder = new EdgeFinder(spec);
    for (Features x : events) {
      finder.add(example(x));
    }
    return finder;
  }

  @Test
  void shouldFindTheSameEdgesInAnyOrderAndAnyPartitions() {
    ModelSpec few =
        ModelSpec.builder(LearnerKind.AODE)
            .bins(AutoBins.DEFAULT)
            .limits(new Limits(10, 4, 10, 10))
            .build();
    forAll(
        20,
        random -> {
          List<Example> events = new ArrayList<>();
          for (int i = random.nextInt(1, 12_000); i > 0; i--) {
            Features x = new Features();
            for (int j = 0; j < 7; j++) {
              if (random.nextInt(3) > 0) {
                x.number("x" + random.nextInt(1_000) % (j + 1), random.nextGaussian() * (j + 1));
              }
            }
            events.add(example(x));
          }
          EdgeFinder whole = new EdgeFinder(few);
          events.forEach(whole::add);
          Collections.shuffle(events, new Random(random.nextLong()));
          List<EdgeFinder> parts = List.of(new EdgeFinder(few), new EdgeFinder(few));
          events.forEach(event -> parts.get(random.nextInt(2)).add(event));
          parts.get(0).merge(parts.get(1));

          assertThat(parts.get(0).found()).isEqualTo(whole.found());
          assertThat(edges(whole)).hasSizeLessThanOrEqualTo(4);
        });
  }

  @Test
  void shouldCountWhatIsANumber() {
    ModelSpec declared =
        SPEC.toBuilder()
            .feature("binned", FeatureType.BINNED)
            .feature("category", FeatureType.CATEGORICAL)
            .feature("ignored", FeatureType.IGNORE)
            .build();
    EdgeFinder finder = new EdgeFinder(declared);
    for (int i = 0; i < 2; i++) {
      Features x = new Features().number("plain", i).truth("truth", i == 0).text("word", "1" + i);
      x.text("binned", "2" + i).number("category", i).number("ignored", i).missing("none");
      finder.add(example(x.number("far", i == 0 ? 1e101 : 1.0).number("same", 3.0)));
    }

    assertThat(edges(finder))
        .isEqualTo(Map.of("plain", new Bins(List.of(1.0)), "binned", new Bins(List.of(21.0))));
  }

  @Test
  void shouldCountAnEventOnce() {
    EdgeFinder finder = of(SPEC, number("x", 1), number("x", 2));
    Example corrected = example(number("x", 2));
    corrected.setCorrectionOf("b");
    finder.add(corrected);
    Example unlabeled = example(number("x", 9));
    unlabeled.setLabel(null);
    finder.add(unlabeled);

    assertThat(edges(finder)).isEqualTo(Map.of("x", new Bins(List.of(2.0))));
  }

  @Test
  void shouldNotHaveEdgesOfOneName() {
    double first = 1_700_000_000.0;
    EdgeFinder finder = of(SPEC, number("t", 0), number("t", first), number("t", first + 1));

    assertThat(edges(finder)).isEqualTo(Map.of("t", new Bins(List.of(first))));
  }

  @Test
  void shouldLeaveTheRestOfTheSpecAsItWas() {
    EdgeFinder finder = of(SPEC, number("x", 1), number("x", 2));

    assertThat(finder.found().needsEdges()).isFalse();
    assertThat(finder.found().withoutEdges()).isEqualTo(SPEC);
    assertThat(finder.isEmpty()).isFalse();
    assertThat(of(SPEC, new Features().text("x", "word")).isEmpty()).isTrue();
  }
}
