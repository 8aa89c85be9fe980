package io.bayou.codec.mapping;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8;
import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.mapping.JsonCursor.GiveUpException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the wanted fields of a JSON object in one walk over its bytes; what is not wanted costs
 * nothing but the walk. It reads what people usually write, and gives up on anything else: what is
 * not JSON at all, escapes in wanted texts, deep structures. A complete parser has to read these.
 */
final class JsonScanner {
  private final JsonCursor in = new JsonCursor();
  private RecordValues values;

  /** Reads a record; false if it gave up, after it may have filled some slots. */
  boolean read(byte[] record, int from, FieldTree root, RecordValues target) {
    in.begin(record, from);
    values = target;
    try {
      if (in.next() != '{') {
        return false;
      }
      fields(root, 1);
      if (in.hasSeenOtherThanAscii()) {
        Utf8.check(record, from, record.length);
      }
      return in.isAtEnd();
    } catch (GiveUpException | BadRecordException e) {
      return false;
    }
  }

  /* Behind the opening brace. */
  private void fields(FieldTree parent, int depth) {
    JsonCursor.checkDepth(depth);
    byte c = in.next();
    for (int i = 0; c != '}'; i++) {
      if (c != '"') {
        throw new GiveUpException();
      }
      FieldTree field = in.field(parent, i);
      value(in.next(), field, depth);
      c = in.nextItem('}');
    }
  }

  /* A value that begins with this byte; skipped if nothing of it is wanted. */
  private void value(byte first, FieldTree node, int depth) {
    if (node == null) {
      in.skip(first, depth);
    } else if (first == '{') {
      object(first, node, depth);
    } else if (first == '[') {
      list(node, depth + 1);
    } else if (node.slot() < 0) {
      in.skip(first, depth);
    } else {
      leaf(first, node);
    }
  }

  private void object(byte first, FieldTree node, int depth) {
    if (node.hasFields()) {
      fields(node, depth + 1);
    } else {
      other(node);
      in.skip(first, depth);
    }
  }

  private void leaf(byte first, FieldTree node) {
    int slot = node.slot();
    switch (first) {
      case '"' -> values.text(slot, in.text());
      case 't' -> {
        in.word("true");
        values.bool(slot, true);
      }
      case 'f' -> {
        in.word("false");
        values.bool(slot, false);
      }
      case 'n' -> {
        in.word("null");
        values.nothing(slot);
      }
      default -> {
        JsonNumber number = in.number();
        if (node.wantsText()) {
          values.number(slot, number.value(), number.text());
        } else {
          values.number(slot, number.value());
        }
      }
    }
  }

  /* Strings are tokens; a list of anything else is no value, but its items may be. */
  private void list(FieldTree node, int depth) {
    JsonCursor.checkDepth(depth);
    List<String> tokens = new ArrayList<>();
    boolean strings = true;
    byte c = in.next();
    for (int i = 0; c != ']'; i++) {
      strings &= c == '"';
      if (strings) {
        tokens.add(in.peekText()); // the item itself may be wanted, too
      }
      value(c, node.item(i), depth);
      c = in.nextItem(']');
    }
    if (strings && node.slot() >= 0) {
      values.tokens(node.slot(), tokens);
    } else if (!strings) {
      other(node);
    }
  }

  /* Only where it was asked for by name: a structure is no leaf. */
  private void other(FieldTree node) {
    if (node.isNamed()) {
      values.other(node.slot());
    }
  }
}
