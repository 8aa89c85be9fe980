package io.bayou.app.cli;

import io.bayou.model.Nearest;
import java.util.Set;

/**
 * Finds mistyped names of topics: clients would wait for them, or brokers silently create them.
 *
 * @param known the topics that this user may see
 */
public record TopicNames(Set<String> known) {
  /** Fails if there is no such topic. */
  public void require(String topic) {
    require(topic, "");
  }

  /**
   * Fails if there is no such topic.
   *
   * @param wayOut the end of the message
   */
  public void require(String topic, String wayOut) {
    if (!known.contains(topic)) {
      String suggestion =
          Nearest.to(topic, known).map(name -> " (did you mean '" + name + "'?)").orElse("");
      throw new CommandFailed("there is no topic '" + topic + "'" + suggestion + wayOut);
    }
  }
}
