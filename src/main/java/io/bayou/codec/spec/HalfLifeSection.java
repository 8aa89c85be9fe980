package io.bayou.codec.spec;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code half-life}: a whole number and a unit, such as {@code 90m}. */
final class HalfLifeSection {
  private static final Pattern DURATION = Pattern.compile("([0-9]+)\\s*(ms|s|m|h|d)");
  private static final Map<String, Long> UNITS = new LinkedHashMap<>();

  static {
    UNITS.put("d", 86_400_000L);
    UNITS.put("h", 3_600_000L);
    UNITS.put("m", 60_000L);
    UNITS.put("s", 1_000L);
    UNITS.put("ms", 1L);
  }

  private HalfLifeSection() {}

  /** The duration in milliseconds. */
  static long read(SpecNode value) {
    Matcher duration = DURATION.matcher(value.text());
    long millis = duration.matches() ? millis(duration.group(1), duration.group(2)) : 0;
    if (millis <= 0) {
      throw value.mustBe("a positive whole number with a unit (ms, s, m, h or d), such as 90m");
    }
    return millis;
  }

  /** The product, or 0 if it does not fit. */
  private static long millis(String amount, String unit) {
    BigInteger millis = new BigInteger(amount).multiply(BigInteger.valueOf(UNITS.get(unit)));
    return millis.bitLength() < Long.SIZE ? millis.longValue() : 0;
  }

  /** The duration in the largest unit that gives a whole number. */
  static String write(long millis) {
    for (Map.Entry<String, Long> unit : UNITS.entrySet()) {
      if (millis % unit.getValue() == 0) {
        return millis / unit.getValue() + unit.getKey();
      }
    }
    throw new IllegalStateException("every number is a multiple of 1");
  }
}
