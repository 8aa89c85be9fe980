package io.bayou.codec.event;

import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_CLASS;

import io.bayou.codec.BadRecordException;
import io.bayou.model.spec.ModelSpec;
import java.util.SortedSet;

/**
 * The one rule for labels of models that know their classes: the stream, replays, files and
 * requests refuse the same ones.
 */
public final class KnownClasses {
  private static final int MAX_SHOWN = 10;

  private KnownClasses() {}

  /**
   * Whether an example may be learned.
   *
   * @param label of the example; null if it is only retracted
   */
  public static boolean admit(ModelSpec spec, String label) {
    return label == null || spec.admits(label);
  }

  /**
   * @param model its name, for the message
   * @throws BadRecordException if an example with this label must not be learned
   */
  public static void require(ModelSpec spec, String label, String model) {
    if (!admit(spec, label)) {
      throw new BadRecordException(
          UNKNOWN_CLASS,
          objection(spec, label, "model '" + model + "'")
              + " of a new version (bayou retrain --spec)");
    }
  }

  /**
   * Why an example with this label cannot be learned.
   *
   * @param whose classes they are
   */
  public static String objection(ModelSpec spec, String label, String whose) {
    return "the label '%s' is none of the classes of %s: %s; correct it, or add it to 'classes' in the spec"
        .formatted(label, whose, shown(spec.classes().orElseThrow().names()));
  }

  /* The end of the message says what to do, and must not be cut off. */
  private static String shown(SortedSet<String> names) {
    String first = String.join(", ", names.stream().limit(MAX_SHOWN).toList());
    int more = names.size() - MAX_SHOWN;
    return more > 0 ? first + " and " + more + " more" : first;
  }
}
