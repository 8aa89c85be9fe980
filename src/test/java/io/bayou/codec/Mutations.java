package io.bayou.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Bytes that are nearly right: random ones, and valid records with a few changes. */
public final class Mutations {
  /* What steers a reader into its corners. */
  private static final List<byte[]> WORDS =
      Stream.concat(
              Stream.of("{", "}", "[", "]", ",", ":", "\"", "\\u", "\\ud800", "null", "true", "-")
                  .map(word -> word.getBytes(UTF_8)),
              Stream.of("00", "01", "7f", "80", "ff", "c301", "c080", "eda080", "feffffff0f")
                  .map(HexFormat.of()::parseHex))
          .toList();

  private final List<byte[]> corpus;

  public Mutations(List<byte[]> corpus) {
    this.corpus = corpus;
  }

  public byte[] next(RandomGenerator random) {
    byte[] bytes = corpus.get(random.nextInt(corpus.size()));
    if (random.nextInt(8) == 0) {
      byte[] header = Arrays.copyOf(bytes, random.nextInt(Math.min(16, bytes.length)));
      byte[] rest = new byte[random.nextInt(64)];
      random.nextBytes(rest);
      return join(header, rest);
    }
    byte[] mutant = bytes.clone();
    for (int i = 1 + random.nextInt(3); i > 0 && mutant.length > 0; i--) {
      mutant = mutate(mutant, random);
    }
    return mutant;
  }

  private byte[] mutate(byte[] bytes, RandomGenerator random) {
    int at = random.nextInt(bytes.length);
    int end = at + random.nextInt(Math.min(24, bytes.length - at + 1));
    byte[] before = Arrays.copyOf(bytes, at);
    byte[] after = Arrays.copyOfRange(bytes, end, bytes.length);
    switch (random.nextInt(9)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[at] = (byte) random.nextInt();
      case 2 -> {
        return before;
      }
      case 3 -> {
        return join(before, after);
      }
      case 4 -> {
        return join(Arrays.copyOf(bytes, end), Arrays.copyOfRange(bytes, at, bytes.length));
      }
      case 5 -> {
        return join(before, join(WORDS.get(random.nextInt(WORDS.size())), after));
      }
      case 6 -> {
        String slice = HexFormat.of().formatHex(bytes, at, end);
        byte[] repeated = HexFormat.of().parseHex(slice.repeat(random.nextInt(40)));
        return join(before, join(repeated, after));
      }
      case 7 -> {
        byte[] other = corpus.get(random.nextInt(corpus.size()));
        return join(before, Arrays.copyOfRange(other, random.nextInt(other.length), other.length));
      }
      default -> {
        int other = random.nextInt(bytes.length);
        byte swapped = bytes[at];
        bytes[at] = bytes[other];
        bytes[other] = swapped;
      }
    }
    return bytes;
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
