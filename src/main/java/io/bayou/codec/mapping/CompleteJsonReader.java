package io.bayou.codec.mapping;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.jsonio.JsonInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the wanted fields of any JSON object, and says what is wrong with what is none. */
final class CompleteJsonReader implements RecordReader, JsonInput.FieldReader {
  /* Limits of what Jackson buffers. The tree bounds the depth of what is read; what is skipped
   * costs no stack. */
  private static final int MAX_DEPTH = 100;
  private static final int MAX_NAME = 10_000;

  private final JsonFactory factory =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNameLength(MAX_NAME)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(1_000)
                  .build())
          .build();

  private FieldTree tree;
  private RecordValues values;

  @Override
  public void read(byte[] bytes, int from, FieldTree root, RecordValues target) {
    tree = root;
    values = target;
    JsonInput.read("the record", bytes, from, factory, this);
  }

  @Override
  public void read(String name, JsonParser in) throws IOException {
    field(name, in, tree);
  }

  private void field(String name, JsonParser in, FieldTree parent) throws IOException {
    FieldTree field = parent.field(name);
    JsonToken token = in.nextToken();
    if (field == null) {
      in.skipChildren();
    } else {
      value(token, in, field);
    }
  }

  private void value(JsonToken token, JsonParser in, FieldTree node) throws IOException {
    switch (token) {
      case START_OBJECT -> object(in, node);
      case START_ARRAY -> list(in, node);
      default -> {
        if (node.slot() >= 0) {
          leaf(token, in, node);
        }
      }
    }
  }

  private void leaf(JsonToken token, JsonParser in, FieldTree node) throws IOException {
    int slot = node.slot();
    switch (token) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        if (node.wantsText()) {
          values.number(slot, in.getDoubleValue(), in.getText());
        } else {
          values.number(slot, in.getDoubleValue());
        }
      }
      case VALUE_TRUE, VALUE_FALSE -> values.bool(slot, token == JsonToken.VALUE_TRUE);
      case VALUE_STRING -> values.text(slot, in.getText());
      default -> values.nothing(slot);
    }
  }

  private void object(JsonParser in, FieldTree node) throws IOException {
    if (!node.hasFields()) {
      other(node);
      in.skipChildren();
      return;
    }
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      field(name, in, node);
    }
  }

  /* Strings are tokens; a list of anything else is no value, but its items may be. */
  private void list(JsonParser in, FieldTree node) throws IOException {
    List<String> tokens = new ArrayList<>();
    boolean strings = true;
    int index = 0;
    for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
      FieldTree item = node.item(index++);
      if (token == JsonToken.VALUE_STRING) {
        tokens.add(in.getText());
      } else {
        strings = false;
      }
      if (item == null) {
        in.skipChildren();
      } else {
        value(token, in, item);
      }
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
