package io.bayou.stream.topics;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Says which sources of a compacted topic cannot be read, each once until it can be read again: a
 * newer build writes hundreds of rows in a second.
 */
public final class LeftOut {
  private final String topic;
  private final Consumer<String> out;
  private final Set<String> sources = new HashSet<>();

  public LeftOut(String topic, Consumer<String> out) {
    this.topic = topic;
    this.out = out;
  }

  public void cannotRead(String source, String reason) {
    if (sources.add(source)) {
      out.accept("what " + source + " has in the " + topic + " topic is left out: " + reason);
    }
  }

  public void canRead(String source) {
    sources.remove(source);
  }
}
