package io.bayou.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the bytes are, a decoder returns a value or refuses them, and takes memory only for what
 * is there. More than a million cases, the same in every run; a failure shows seed and bytes.
 *
 * <p>{@code -Dfuzz.seed=S} draws other cases, {@code -Dfuzz.times=N} N times as many.
 */
@Tag("slow")
class FuzzTest {
  private static final long SEED = Long.getLong("fuzz.seed", 1);
  private static final int TIMES = Integer.getInteger("fuzz.times", 1);

  /* Records here have a kilobyte or two. Most is taken when a JSON parser doubles its table of
   * names, which is 0.7 MB. */
  private static final long MOST_BYTES = 2 << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private int accepted;
  private int refused;

  static Stream<Format> formats() {
    return Format.all();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void shouldReturnAValueOrRefuse(Format format) {
    SplittableRandom random = new SplittableRandom(SEED);
    Mutations mutations = new Mutations(format.valid());
    int cases = format.cases() * TIMES;
    for (int i = 0; i < cases; i++) {
      decode(format, mutations.next(random), i);
    }
    assertThat(accepted).as("accepted").isGreaterThan(cases / 200);
    assertThat(refused).as("refused").isGreaterThan(cases / 10);
  }

  /** Every place where a length or a count may stand, and more than there can be. */
  @ParameterizedTest
  @MethodSource("formats")
  void shouldTakeNoMemoryForBytesThatAreNotThere(Format format) {
    String[] lengths = {
      "feffffff0f", // 2^31 - 1 in Avro and in a row
      "fcffffff07", // 2^30 - 1
      "80808080808080808001", // 2^63 unsigned, or -2^62
      "ffffffffffffffffff01", // -2^63
      "feffffffffffffffff01", // 2^63 - 1
      "7fffffff", // 2^31 - 1, big-endian
    };
    for (byte[] valid : format.valid().subList(0, Math.min(20, format.valid().size()))) {
      for (int at = 0; at <= valid.length; at++) {
        for (String length : lengths) {
          byte[] huge = HexFormat.of().parseHex(length);
          decode(format, joined(valid, at, at, huge), at);
          decode(format, joined(valid, at, Math.min(at + 1, valid.length), huge), at);
        }
      }
    }
    assertThat(refused).isPositive();
  }

  private void decode(Format format, byte[] bytes, int number) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      format.decoder().accept(bytes);
      accepted++;
    } catch (Throwable e) {
      if (!format.refusal().isInstance(e)) {
        throw new AssertionError(describe(format, bytes, number), e);
      }
      refused++;
    }
    long taken = THREADS.getCurrentThreadAllocatedBytes() - before;
    // What the first error of a kind loads is not what the bytes cost: they are read once more.
    if (taken > MOST_BYTES && again(format, bytes) > MOST_BYTES) {
      throw new AssertionError("took " + taken + " bytes: " + describe(format, bytes, number));
    }
  }

  private static long again(Format format, byte[] bytes) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      format.decoder().accept(bytes);
    } catch (RuntimeException e) {
      assertThat(e).isInstanceOf(format.refusal());
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static String describe(Format format, byte[] bytes, int number) {
    return String.format(
        "%s, seed %d, case %d: %s", format, SEED, number, HexFormat.of().formatHex(bytes));
  }

  private static byte[] joined(byte[] valid, int end, int next, byte[] between) {
    byte[] all = Arrays.copyOf(valid, end + between.length + valid.length - next);
    System.arraycopy(between, 0, all, end, between.length);
    System.arraycopy(valid, next, all, end + between.length, valid.length - next);
    return all;
  }
}
