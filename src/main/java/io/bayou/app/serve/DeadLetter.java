package io.bayou.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.Display;
import io.bayou.stream.DeadLetters;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** A record of the dead-letter topic, with what its headers say. */
record DeadLetter(ConsumerRecord<byte[], byte[]> record) {
  private static final String UNKNOWN = "UNKNOWN";
  private static final int MAX_TEXT = 10_000;
  private static final int MAX_BINARY = 256;
  private static final Set<String> OWN =
      Set.of(
          DeadLetters.REASON,
          DeadLetters.TRUNCATED,
          DeadLetters.ORIGINAL_SIZE,
          DeadLetters.EXCEPTION,
          DeadLetters.MESSAGE,
          DeadLetters.TOPIC,
          DeadLetters.PARTITION,
          DeadLetters.OFFSET);

  String reason() {
    return header(DeadLetters.REASON).orElse(UNKNOWN);
  }

  String message() {
    return header(DeadLetters.MESSAGE).orElse("");
  }

  /** The topic that the record came from. */
  String sourceTopic() {
    return header(DeadLetters.TOPIC).orElse(UNKNOWN);
  }

  /** Such as {@code bayou.labeled-0@17}. */
  String source() {
    return sourceTopic()
        + "-"
        + header(DeadLetters.PARTITION).orElse("?")
        + "@"
        + header(DeadLetters.OFFSET).orElse("?");
  }

  /** The partition that the record came from. */
  Optional<Integer> sourcePartition() {
    return header(DeadLetters.PARTITION)
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(Integer::valueOf);
  }

  /** The offset that the record has there. */
  Optional<Long> sourceOffset() {
    return header(DeadLetters.OFFSET)
        .filter(text -> text.matches("[0-9]{1,18}"))
        .map(Long::valueOf);
  }

  /** What was cut from the record, if anything. */
  Optional<String> truncated() {
    return header(DeadLetters.TRUNCATED);
  }

  /** Where it lies in the dead-letter topic: partition and offset, as {@code --offset} takes. */
  String position() {
    return record.partition() + ":" + record.offset();
  }

  String key() {
    return text(record.key());
  }

  String value() {
    return text(record.value());
  }

  /** The headers of the original record. */
  Headers originalHeaders() {
    Headers headers = new RecordHeaders();
    for (Header header : record.headers()) {
      if (!OWN.contains(header.key())) {
        headers.add(header);
      }
    }
    return headers;
  }

  private Optional<String> header(String name) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null
        ? Optional.empty()
        : Optional.of(Display.name(new String(header.value(), UTF_8)));
  }

  /* Anything may be in a dead letter: nothing of it may control the terminal. */
  private static String text(byte[] bytes) {
    if (bytes == null) {
      return "(null)";
    }
    try {
      String text = Display.name(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
      return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
    } catch (CharacterCodingException e) {
      int shown = Math.min(bytes.length, MAX_BINARY);
      String hex = HexFormat.of().formatHex(bytes, 0, shown);
      return "0x" + hex + (shown < bytes.length ? "..." : "");
    }
  }
}
