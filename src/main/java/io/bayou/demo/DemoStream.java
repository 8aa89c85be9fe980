package io.bayou.demo;

import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * An endless stream of events. Pure: the same number gives the same event in every run, so a stream
 * can be resumed anywhere.
 */
public abstract class DemoStream {
  private final String name;
  private final ModelSpec spec;
  private final String example;
  private final long seed;

  /**
   * @param name names the model, and begins the ids of all events
   * @param spec how the stream is best learned
   * @param example the features of an event, as JSON that a person can type
   */
  DemoStream(String name, ModelSpec spec, String example, long seed) {
    this.name = name;
    this.spec = spec;
    this.example = example;
    this.seed = new SplittableRandom(seed).nextLong();
  }

  public final String name() {
    return name;
  }

  public final ModelSpec spec() {
    return spec;
  }

  /** One event without a label, as JSON. */
  public final String example() {
    return "{\"features\":" + example + "}";
  }

  /** The event of this number, from 0. About half of the events are labeled. */
  public final DemoEvent at(long index) {
    SplittableRandom random = Draws.of(seed, index);
    Drawn drawn = draw(index, random);
    String id = String.format(Locale.ROOT, "%s-%08d", name, index);
    return new DemoEvent(id, drawn.features, drawn.truth, random.nextBoolean(), drawn.phase);
  }

  /** Features, class and phase of an event. */
  record Drawn(Map<String, Object> features, String truth, String phase) {}

  abstract Drawn draw(long index, SplittableRandom random);

  /** The phase of an event, if each lasts for this many events. */
  static <P> P phase(List<P> phases, long index, int length) {
    return phases.get((int) (index / length % phases.size()));
  }
}
