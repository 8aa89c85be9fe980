package io.bayou.codec.expression;

/** Evaluates an expression over the slots of a record. Mutable: one thread owns it. */
public final class Evaluator {
  private final Term term;

  Evaluator(Term term) {
    this.term = term;
  }

  /** Writes the result into a slot; a null if it is missing. */
  public void evaluate(RecordValues values, int targetSlot) {
    term.evaluate(values);
    term.copyTo(values, targetSlot);
  }

  /** Whether the result is true; a missing one is not. */
  public boolean isTrue(RecordValues values) {
    term.evaluate(values);
    return term.asTruth() == Term.TRUE;
  }
}
