package io.bayou.codec.mapping;

import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.event.EventRules;
import io.bayou.codec.expression.DroppedPaths;
import io.bayou.codec.expression.RecordValues;
import io.bayou.model.Features;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Every leaf of a record as a feature, named by its path; except what has another meaning. */
final class CapturedFields {
  private static final int UNKNOWN = -2;
  private static final int NONE = -1;

  private final Sources sources;
  private final RecordValues values;
  private final List<Integer> taken;
  private final Predicate<String> wanted;
  private int[] features = {};

  /**
   * @param taken slots that are no features
   * @param drop paths in which an asterisk stands for one name
   */
  CapturedFields(Sources sources, List<Integer> taken, List<String> drop) {
    this.sources = sources;
    this.values = sources.values();
    this.taken = taken;
    wanted = DroppedPaths.except(drop);
    sources.capture(wanted);
  }

  void addTo(Features target, EventLimits limits) {
    for (int i = 0; i < values.filledCount(); i++) {
      int slot = values.filled(i);
      int feature = featureOf(slot, target);
      if (feature != NONE) {
        if (target.size() >= limits.features()) {
          throw new BadRecordException(
              TOO_LARGE, "the record has more than " + limits.features() + " fields");
        }
        add(feature, slot, target, limits);
      }
    }
  }

  /* Names are resolved once: a slot keeps its path. */
  private int featureOf(int slot, Features target) {
    if (slot >= features.length) {
      int known = features.length;
      features = Arrays.copyOf(features, Math.max(values.slots(), 2 * known));
      Arrays.fill(features, known, features.length, UNKNOWN);
    }
    if (features[slot] == UNKNOWN) {
      String path = taken.contains(slot) ? null : sources.pathOf(slot);
      features[slot] = path != null && wanted.test(path) ? target.names().idOf(path) : NONE;
    }
    return features[slot];
  }

  private void add(int feature, int slot, Features target, EventLimits limits) {
    switch (values.kind(slot)) {
      case NUMBER -> target.number(feature, values.number(slot));
      case BOOLEAN -> target.truth(feature, values.number(slot) != 0.0);
      case TEXT -> target.text(feature, checked(values.text(slot), limits));
      case TOKENS -> target.tokens(feature, checked(values.tokens(slot), limits));
      case NULL -> target.missing(feature);
      case ABSENT, OTHER -> {} // not there, or a structure that has its leaves elsewhere
    }
  }

  static String checked(String text, EventLimits limits) {
    EventRules.size("a string", text, limits.textLength());
    EventRules.wellFormed(text);
    return text;
  }

  static List<String> checked(List<String> tokens, EventLimits limits) {
    for (int i = 0; i < tokens.size(); i++) {
      checked(tokens.get(i), limits);
    }
    return tokens;
  }
}
