package io.bayou.codec.expression;

import io.bayou.codec.expression.RecordValues.Kind;
import java.util.List;

/** What expressions consist of. */
final class Terms {
  private static final Term[] NONE = {};

  private Terms() {}

  /** A value that is written in the expression. */
  static final class Constant extends Term {
    static Constant ofNothing() {
      return new Constant();
    }

    static Constant of(boolean value) {
      Constant constant = new Constant();
      constant.truth(value);
      return constant;
    }

    /** A number; its digits if a double may not keep them. */
    static Constant of(double value, String digits) {
      Constant constant = new Constant();
      constant.number(value, digits);
      return constant;
    }

    static Constant of(String value) {
      Constant constant = new Constant();
      constant.text(value);
      return constant;
    }

    @Override
    void evaluate(RecordValues values) {
      // it is what it is
    }

    @Override
    Kind yields() {
      return isMissing() ? null : kind();
    }
  }

  /** A value of the record. */
  static final class Field extends Term {
    private final int slot;

    Field(int slot) {
      this.slot = slot;
    }

    @Override
    void evaluate(RecordValues values) {
      copy(values, slot);
    }

    @Override
    Kind yields() {
      return null;
    }
  }

  /** Whether the record has a value; the only term that sees structures. */
  static final class Has extends Term {
    private final int slot;

    Has(Field field) {
      slot = field.slot;
    }

    @Override
    void evaluate(RecordValues values) {
      truth(values.isPresent(slot));
    }

    @Override
    Kind yields() {
      return Kind.BOOLEAN;
    }
  }

  /** A function of values none of which is missing. */
  static final class Call extends Term {
    private final Function function;
    private final Term[] arguments;

    Call(Function function, List<Term> arguments) {
      this.function = function;
      this.arguments = arguments.toArray(NONE);
    }

    @Override
    void evaluate(RecordValues values) {
      for (Term argument : arguments) {
        argument.evaluate(values);
        if (argument.isMissing()) {
          missing();
          return;
        }
      }
      function.operation().apply(arguments, this);
    }

    @Override
    Kind yields() {
      return function.yields();
    }
  }

  /** Operators of one level, from left to right; not nested, so that a long sum is not deep. */
  static final class Chain extends Term {
    private final Term[] operands;
    private final Operator[] operators;

    Chain(List<Term> operands, List<Operator> operators) {
      this.operands = operands.toArray(NONE);
      this.operators = operators.toArray(new Operator[0]);
    }

    @Override
    void evaluate(RecordValues values) {
      operands[0].evaluate(values);
      copy(operands[0]);
      for (int i = 0; i < operators.length; i++) {
        Term next = operands[i + 1];
        next.evaluate(values);
        if (isMissing() || next.isMissing()) {
          missing();
          return;
        }
        operators[i].apply(this, next, this);
      }
    }

    @Override
    Kind yields() {
      return operators[operators.length - 1].yields();
    }
  }

  /** Three-valued and, or: one value decides, whatever is missing. */
  static final class Logic extends Term {
    private final Term[] operands;
    private final boolean decisive;

    Logic(List<Term> operands, Operator operator) {
      this.operands = operands.toArray(NONE);
      decisive = operator == Operator.OR;
    }

    @Override
    void evaluate(RecordValues values) {
      boolean unknown = false;
      for (Term operand : operands) {
        operand.evaluate(values);
        int truth = operand.asTruth();
        if (truth == (decisive ? TRUE : FALSE)) {
          truth(decisive);
          return;
        }
        unknown |= truth == UNKNOWN;
      }
      if (unknown) {
        missing();
      } else {
        truth(!decisive);
      }
    }

    @Override
    Kind yields() {
      return Kind.BOOLEAN;
    }
  }

  /** {@code !x} and {@code -x}. */
  static final class Prefix extends Term {
    private final Term operand;
    private final boolean logical;

    Prefix(Term operand, boolean logical) {
      this.operand = operand;
      this.logical = logical;
    }

    @Override
    void evaluate(RecordValues values) {
      operand.evaluate(values);
      if (!logical) {
        number(-operand.asNumber());
      } else if (operand.asTruth() == UNKNOWN) {
        missing();
      } else {
        truth(operand.asTruth() == FALSE);
      }
    }

    @Override
    Kind yields() {
      return logical ? Kind.BOOLEAN : Kind.NUMBER;
    }
  }

  /** {@code x in [a, b]}. */
  static final class Member extends Term {
    private final Term operand;
    private final Term[] items;

    Member(Term operand, List<Term> items) {
      this.operand = operand;
      this.items = items.toArray(NONE);
    }

    @Override
    void evaluate(RecordValues values) {
      operand.evaluate(values);
      if (operand.isMissing()) {
        missing();
        return;
      }
      for (Term item : items) {
        if (equal(operand, item)) {
          truth(true);
          return;
        }
      }
      truth(false);
    }

    @Override
    Kind yields() {
      return Kind.BOOLEAN;
    }
  }

  /** {@code c ? a : d ? b : e}: the value of the first condition that is true, or the last one. */
  static final class Choice extends Term {
    private final Term[] conditions;
    private final Term[] choices;

    Choice(List<Term> conditions, List<Term> choices) {
      this.conditions = conditions.toArray(NONE);
      this.choices = choices.toArray(NONE);
    }

    @Override
    void evaluate(RecordValues values) {
      int chosen = 0;
      while (chosen < conditions.length && !isTrue(conditions[chosen], values)) {
        chosen++;
      }
      choices[chosen].evaluate(values);
      copy(choices[chosen]);
    }

    private static boolean isTrue(Term condition, RecordValues values) {
      condition.evaluate(values);
      return condition.asTruth() == TRUE;
    }

    @Override
    Kind yields() {
      return null;
    }
  }

  /** The first value that is not missing. */
  static final class Coalesce extends Term {
    private final Term[] choices;

    Coalesce(List<Term> choices) {
      this.choices = choices.toArray(NONE);
    }

    @Override
    void evaluate(RecordValues values) {
      missing();
      for (int i = 0; i < choices.length && isMissing(); i++) {
        choices[i].evaluate(values);
        copy(choices[i]);
      }
    }

    @Override
    Kind yields() {
      return null;
    }
  }
}
