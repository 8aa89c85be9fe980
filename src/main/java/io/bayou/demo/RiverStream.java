package io.bayou.demo;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Gauges along a bayou that tell clear water from floods and algal blooms. The concept drifts with
 * every season: the level of a clear winter day is a flood in autumn, and the temperature of a
 * bloom in spring is a cool morning in summer.
 */
public final class RiverStream extends DemoStream {
  /** Consecutive readings that tend to be alike: a flood lasts. */
  private static final int SPELL = 8;

  private static final double IN_SPELL = 0.5;

  /* Forgets the last season soon, but remembers some hundred readings of this one. */
  private static final long HALF_LIFE_MILLIS = 2_000;

  /** The water of a clear day, and how likely bloom, clear and flood are. */
  private record Season(
      String name, double temperature, double turbidity, double level, List<Double> classes) {}

  /** How the water of a class differs from a clear day, and how likely sun, rain and fog are. */
  private record Water(
      String label,
      double temperature,
      double oxygen,
      double turbidity,
      double level,
      List<Double> weather) {}

  private static final List<Season> YEAR =
      List.of(
          new Season("spring", 17.0, 22.0, 3.0, List.of(0.25, 0.40, 0.35)),
          new Season("summer", 27.0, 42.0, 1.8, List.of(0.45, 0.40, 0.15)),
          new Season("autumn", 16.0, 30.0, 3.1, List.of(0.20, 0.55, 0.25)),
          new Season("winter", 8.0, 48.0, 4.4, List.of(0.10, 0.50, 0.40)));

  private static final List<Water> CLASSES =
      List.of(
          new Water("bloom", 5.0, -2.6, 9.0, 0.0, List.of(0.70, 0.10, 0.20)),
          new Water("clear", 0.0, 0.0, 0.0, 0.0, List.of(0.50, 0.25, 0.25)),
          new Water("flood", -1.0, -0.8, 30.0, 1.3, List.of(0.10, 0.75, 0.15)));

  private static final List<String> WEATHER = List.of("sun", "rain", "fog");
  private static final List<String> GAUGES = List.of("cypress", "levee", "delta");

  private final int season;
  private final long spells;

  /**
   * @param seed streams of the same seed have the same readings
   * @param season how many readings a season lasts
   */
  public RiverStream(long seed, int season) {
    super(
        "river",
        ModelSpec.builder(LearnerKind.NAIVE_BAYES).halfLifeMillis(HALF_LIFE_MILLIS).build(),
        "{\"temperature\":31.5,\"oxygen\":5.2,\"turbidity\":18,\"weather\":\"sun\"}",
        seed);
    this.season = season;
    SplittableRandom random = new SplittableRandom(seed);
    var unused = random.nextLong(); // the seed of the readings
    spells = random.nextLong();
  }

  @Override
  Drawn draw(long index, SplittableRandom random) {
    Season now = phase(YEAR, index, season);
    boolean inSpell = random.nextDouble() < IN_SPELL;
    Water water = CLASSES.get(Draws.index(now.classes, inSpell ? spell(index) : random));
    return new Drawn(reading(now, water, random), water.label, now.name);
  }

  private SplittableRandom spell(long index) {
    return Draws.of(spells, index / SPELL);
  }

  private static Map<String, Object> reading(Season season, Water water, SplittableRandom random) {
    double temperature = season.temperature + water.temperature + 2.5 * Draws.gaussian(random);
    double oxygen = 12.5 - 0.2 * season.temperature + water.oxygen + 1.4 * Draws.gaussian(random);
    double turbidity = season.turbidity + water.turbidity + 11.0 * Draws.gaussian(random);
    double level = season.level + water.level + 0.6 * Draws.gaussian(random);
    Map<String, Object> features = new LinkedHashMap<>();
    features.put("temperature", Draws.tenths(temperature));
    features.put("oxygen", Draws.tenths(Math.max(0.0, oxygen)));
    features.put("turbidity", Draws.tenths(Math.max(0.0, turbidity)));
    features.put("level", Draws.tenths(Math.max(0.0, level)));
    features.put("weather", WEATHER.get(Draws.index(water.weather, random)));
    features.put("gauge", Draws.one(GAUGES, random));
    return features;
  }
}
