package io.bayou.codec.mapping;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_SCHEMA;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8Cache;
import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.schema.Framing;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the messages of one file, each record by the message that it says it is. */
final class ProtobufMessages {
  private static final String APICURIO_TYPE = "apicurio.value.protobuf.type";
  private static final int NAME = 1 << 3 | ProtobufWire.LENGTH;

  private final FileDescriptor file;
  private final boolean isApicurio;
  private final Map<Descriptor, ProtobufRecordReader> readers = new HashMap<>();
  private final Utf8Cache strings;
  private final BinaryInput in;

  ProtobufMessages(FileDescriptor file, boolean isApicurio, Utf8Cache strings) {
    this.file = file;
    this.isApicurio = isApicurio;
    this.strings = strings;
    in = new BinaryInput("the Protobuf record", strings);
  }

  /**
   * @param name the full name of the message; empty: as the record says, else the first one
   */
  void read(
      RawRecord record,
      Framing framing,
      Optional<String> name,
      FieldTree tree,
      RecordValues values) {
    in.begin(record.value(), framing.bodyStart());
    Descriptor said = framing.kind() == Framing.Kind.REGISTRY ? said(record, framing) : first();
    Descriptor message = name.isPresent() ? named(name.get()) : said;
    readers
        .computeIfAbsent(message, type -> new ProtobufRecordReader(type, strings))
        .read(record.value(), in.position(), tree, values);
  }

  private Descriptor said(RawRecord record, Framing framing) {
    if (isApicurio) {
      byte[] type = record.header(APICURIO_TYPE);
      return type != null
          ? named(new String(type, StandardCharsets.UTF_8))
          : referred(framing.bodyStart());
    }
    if (framing.header() == null) {
      return indexed();
    }
    boolean hasIndexes = framing.header().length > framing.headerStart();
    in.begin(framing.header(), framing.headerStart());
    Descriptor message = hasIndexes ? indexed() : first();
    in.begin(record.value(), framing.bodyStart());
    return message;
  }

  /* Confluent: how many steps down, and which of the messages there; a mere 0 is the first. */
  private Descriptor indexed() {
    long count = in.zigZag();
    if (count == 0) {
      return first();
    }
    if (count < 0 || count > in.remaining()) {
      throw in.malformed("does not say which message it is");
    }
    Descriptor message = at(file.getMessageTypes(), in.zigZag());
    for (long i = 1; i < count; i++) {
      List<Descriptor> nested =
          message.getNestedTypes().stream()
              .filter(type -> !type.getOptions().getMapEntry())
              .toList();
      message = at(nested, in.zigZag());
    }
    return message;
  }

  private Descriptor at(List<Descriptor> messages, long index) {
    if (index < 0 || index >= messages.size()) {
      throw new BadRecordException(
          UNKNOWN_SCHEMA, "the record is message " + index + ", which its schema does not have");
    }
    return messages.get((int) index);
  }

  /* Apicurio: a message of its own with the name, behind its length; or Confluent's indexes of
   * the first message, or nothing. */
  private Descriptor referred(int start) {
    if (in.remaining() > 0 && record(start) == 0) {
      in.next();
      return first();
    }
    try {
      long length = in.varint();
      int from = in.position();
      if (length > 2 && in.remaining() >= length && in.varint() == NAME) {
        int name = in.skip(in.varint());
        if (in.position() - from == length) {
          return named(in.text(name, in.position()));
        }
      }
    } catch (BadRecordException e) {
      if (e.reason() != MALFORMED) {
        throw e;
      }
    }
    in.rewind(start); // it names none
    return first();
  }

  private byte record(int start) {
    byte first = in.next();
    in.rewind(start);
    return first;
  }

  private Descriptor first() {
    if (file.getMessageTypes().isEmpty()) {
      throw new BadRecordException(UNKNOWN_SCHEMA, "the schema of the record has no message");
    }
    return file.getMessageTypes().get(0);
  }

  private Descriptor named(String name) {
    String relative =
        !file.getPackage().isEmpty() && name.startsWith(file.getPackage() + ".")
            ? name.substring(file.getPackage().length() + 1)
            : name;
    Descriptor message = null;
    for (String part : relative.split("\\.")) {
      message =
          message == null ? file.findMessageTypeByName(part) : message.findNestedTypeByName(part);
      if (message == null) {
        throw new BadRecordException(
            UNKNOWN_SCHEMA, "the schema of the record has no message '" + name + "'");
      }
    }
    return message;
  }
}
