package io.bayou.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.bayou.codec.jsonio.JsonErrors;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Reads request bodies up to their limits, and splits arrays into events.
 *
 * @param deadline for the whole body
 */
record Bodies(int maxBytes, Duration deadline) {
  /** How many events one request may have. */
  static final int MAX_EVENTS = 1_000;

  /* Records of other people are nested; what is skipped costs no stack. */
  private static final int MAX_DEPTH = 110;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(1_000)
                  .build())
          .build();

  private static final int CHUNK_BYTES = 16_384;

  /* A client that sends less keeps a thread busy, maybe on purpose. */
  private static final long MIN_BYTES_PER_SECOND = 1_024;
  private static final long RATE_AFTER_NANOS = TimeUnit.SECONDS.toNanos(3);

  /**
   * The whole body.
   *
   * @throws Problem if it is too large or too slow
   */
  byte[] read(Context context) {
    if (context.req().getContentLengthLong() > maxBytes) {
      throw tooLarge();
    }
    try {
      return read(context, context.req().getInputStream());
    } catch (IOException e) {
      throw Problem.badRequest("the body was cut off");
    }
  }

  private byte[] read(Context context, InputStream in) throws IOException {
    long start = System.nanoTime();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK_BYTES];
    for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
      body.write(chunk, 0, count);
      if (body.size() > maxBytes) {
        throw tooLarge();
      }
      if (isSlow(body.size(), System.nanoTime() - start)) {
        context.header("Connection", "close"); // the rest of the body would be the next request
        throw new Problem(
            408,
            ("the body came too slowly: %d bytes; it must come within %d s and at no less than %d"
                    + " bytes per second")
                .formatted(body.size(), deadline.toSeconds(), MIN_BYTES_PER_SECOND));
      }
    }
    return body.toByteArray();
  }

  private boolean isSlow(long bytes, long nanos) {
    return nanos > deadline.toNanos()
        || (nanos > RATE_AFTER_NANOS
            && bytes < MIN_BYTES_PER_SECOND * TimeUnit.NANOSECONDS.toSeconds(nanos));
  }

  private Problem tooLarge() {
    return Problem.tooLarge("the body is larger than " + maxBytes + " bytes (http.max.body.bytes)");
  }

  /** Whether a body is an array; anything else is taken for one event. */
  static boolean isArray(byte[] body) {
    int start = start(body);
    return start < body.length && body[start] == '[';
  }

  /** The body as one event, without leading space. */
  static byte[] event(byte[] body) {
    int start = start(body);
    return start == 0 ? body : Arrays.copyOfRange(body, start, body.length);
  }

  private static int start(byte[] body) {
    int start = 0;
    while (start < body.length && isSpace(body[start])) {
      start++;
    }
    return start;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /**
   * The elements of an array, each with its bytes unchanged.
   *
   * @throws Problem if it is not an array of objects
   */
  static List<byte[]> events(byte[] body) {
    List<byte[]> events = new ArrayList<>();
    try (JsonParser in = FACTORY.createParser(body)) {
      in.nextToken();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        if (events.size() == MAX_EVENTS) {
          throw Problem.tooLarge("the array has more than " + MAX_EVENTS + " events; send parts");
        }
        events.add(event(in, body, events.size()));
      }
      if (in.nextToken() != null) {
        throw Problem.badRequest("the body continues after the array");
      }
    } catch (JsonProcessingException e) {
      throw Problem.badRequest("the body is not JSON: " + JsonErrors.messageOf(e));
    } catch (IOException e) { // the source is memory: it is the content
      throw Problem.badRequest("the body is not JSON: " + e.getMessage());
    }
    return events;
  }

  private static byte[] event(JsonParser in, byte[] body, int number) throws IOException {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw Problem.badRequest("event " + number + " of the array is not an object");
    }
    int from = (int) in.currentTokenLocation().getByteOffset();
    if (from < 0) { // Jackson counts bytes of UTF-8 only
      throw Problem.badRequest("the body is not UTF-8 but UTF-16 or UTF-32");
    }
    in.skipChildren();
    return Arrays.copyOfRange(body, from, (int) in.currentLocation().getByteOffset());
  }
}
