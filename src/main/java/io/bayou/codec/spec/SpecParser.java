package io.bayou.codec.spec;

import io.bayou.codec.spec.SpecNode.Place;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Parses YAML 1.2, and so JSON, into {@link SpecNode}s that know their line. */
final class SpecParser {
  /* Reads parser events, not composed nodes: aliases, tags and depth are refused before anything is
   * built from them, and scalars keep the text that was written. */
  private static final int MAX_DEPTH = 32;
  private static final int MAX_CODE_POINTS = 4 << 20;

  private final String source;
  private final Iterator<Event> events;

  private SpecParser(String source, Iterator<Event> events) {
    this.source = source;
    this.events = events;
  }

  static SpecNode parse(String source, String text) {
    LoadSettings settings =
        LoadSettings.builder().setLabel(source).setCodePointLimit(MAX_CODE_POINTS).build();
    try {
      return new SpecParser(source, new Parse(settings).parseString(text).iterator()).document();
    } catch (MarkedYamlEngineException e) {
      throw new SpecException(
          source, line(e.getProblemMark()), "not valid YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new SpecException(source, 1, "not valid YAML: " + firstLine(e.getMessage()));
    } catch (NumberFormatException e) {
      /* The library throws this for an escape at the end of the text. */
      throw new SpecException(source, 1, "not valid YAML: \\x, \\u or \\U without its digits");
    }
  }

  private SpecNode document() {
    next(); // stream start
    Place top = new Place(source, 1, "");
    if (next().getEventId() == Event.ID.StreamEnd) {
      return SpecNode.map(top, Map.of());
    }
    SpecNode root = node(next(), top, 0);
    next(); // document end
    Event end = next();
    if (end.getEventId() != Event.ID.StreamEnd) {
      throw fail(end, "a spec is one document, but another one begins here");
    }
    return root.isNull() ? SpecNode.map(top, Map.of()) : root;
  }

  private SpecNode node(Event event, Place place, int depth) {
    refuseReferences(event);
    if (depth > MAX_DEPTH) {
      throw fail(event, "nested more than " + MAX_DEPTH + " levels deep");
    }
    if (event instanceof ScalarEvent scalar) {
      return SpecNode.scalar(place, scalar.getValue(), !scalar.isPlain());
    }
    return event.getEventId() == Event.ID.SequenceStart ? list(place, depth) : map(place, depth);
  }

  private SpecNode list(Place place, int depth) {
    List<SpecNode> items = new ArrayList<>();
    for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
      items.add(node(event, place.item(line(event), items.size()), depth + 1));
    }
    return SpecNode.list(place, items);
  }

  private SpecNode map(Place place, int depth) {
    Map<String, SpecNode> entries = new LinkedHashMap<>();
    for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
      refuseReferences(event);
      if (!(event instanceof ScalarEvent name)) {
        throw fail(event, "a key must be a plain word, not a list or a map");
      }
      String key = name.getValue();
      SpecNode value = node(next(), place.key(line(event), key), depth + 1);
      SpecNode former = entries.put(key, value);
      if (former != null) {
        throw fail(event, "key '" + key + "' is given twice, first in line " + former.line());
      }
    }
    return SpecNode.map(place, entries);
  }

  private void refuseReferences(Event event) {
    boolean anchored = event instanceof NodeEvent node && node.getAnchor().isPresent();
    if (anchored || event.getEventId() == Event.ID.Alias) {
      throw fail(event, "anchors and aliases are not supported, write the value out");
    }
    if (tag(event).isPresent()) {
      throw fail(event, "tags such as '" + tag(event).get() + "' are not supported");
    }
  }

  private static Optional<String> tag(Event event) {
    if (event instanceof ScalarEvent scalar) {
      return scalar.getTag();
    }
    return event instanceof CollectionStartEvent start ? start.getTag() : Optional.empty();
  }

  private Event next() {
    return events.next();
  }

  private SpecException fail(Event event, String message) {
    return new SpecException(source, line(event), message);
  }

  private static int line(Event event) {
    return line(event.getStartMark());
  }

  private static int line(Optional<Mark> mark) {
    return mark.map(m -> m.getLine() + 1).orElse(1);
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("");
  }
}
