package io.bayou.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.event.EventEncoder;
import io.bayou.config.TopicsConfig;
import io.bayou.model.Example;
import io.bayou.model.Features;
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

  /** A record without a label, as JSON that a person can type. */
  public String example() {
    return "{\"features\":" + example + "}";
  }

  /** The event of this number, from 0. */
  public final DemoEvent at(long index) {
    SplittableRandom random = Draws.of(seed, index);
    Drawn drawn = draw(index, random);
    String id = String.format(Locale.ROOT, "%s-%08d", name, index);
    boolean labeled = random.nextBoolean() && labelsEvents();
    return new DemoEvent(id, drawn.features, drawn.truth, labeled, drawn.phase);
  }

  /** Whether about half of the events are labeled; otherwise none is. */
  boolean labelsEvents() {
    return true;
  }

  /** The settings that its topics need, besides those of every demo. */
  Map<String, String> settings() {
    return Map.of();
  }

  /** What is sent for an event: by default the event itself, in Bayou's own shape. */
  List<DemoRecord> records(DemoEvent event, TopicsConfig topics) {
    Example example = new Example(new Features());
    event.copyTo(example);
    String topic = (event.labeled() ? topics.labeled() : topics.unlabeled()).get(0);
    String value = new String(EventEncoder.json().encode(example), UTF_8);
    return List.of(DemoRecord.now(topic, event.id(), value));
  }

  /** Features, class and phase of an event. */
  record Drawn(Map<String, Object> features, String truth, String phase) {}

  abstract Drawn draw(long index, SplittableRandom random);

  /** The phase of an event, if each lasts for this many events. */
  static <P> P phase(List<P> phases, long index, int length) {
    return phases.get((int) (index / length % phases.size()));
  }
}
