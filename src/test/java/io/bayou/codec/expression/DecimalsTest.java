package io.bayou.codec.expression;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "3, 3",
    "-3.5, -3.5",
    "0.1, 0.1",
    "0.001, 0.001",
    "0.0001, 1.0E-4",
    "1234567.5, 1234567.5",
    "12345678.5, 1.23456785E7",
    "999999999999999, 999999999999999",
    "1e15, 1.0E15",
    "-1.5e20, -1.5E20",
    "0.30000000000000004, 0.30000000000000004",
    "2.0E-3, 0.002",
    "2e23, 2.0E23",
  })
  void shouldWriteTheFewestDigits(double number, String text) {
    assertThat(Decimals.text(number)).isEqualTo(text);
  }

  /* 2E23 is 2.0E23 since JDK 19 and 1.9999999999999998E23 would be longer; both are one double. */
  @Test
  void shouldReadBackWhatItWrites() {
    forAll(
        20_000,
        random -> {
          double number = Double.longBitsToDouble(random.nextLong());
          if (Double.isFinite(number)) {
            assertThat(Decimals.parse(Decimals.text(number))).isEqualTo(number);
          }
          double price = random.nextInt(100_000_000) / 1_000.0;
          assertThat(Decimals.parse(Decimals.text(price))).isEqualTo(price);
          assertThat(Decimals.text(price).length()).isLessThan(12);
        });
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "-1.5e3, -1500", "+.5, 0.5", "5., 5", "1E-2, 0.01", "007, 7"})
  void shouldReadDecimals(String text, double number) {
    assertThat(Decimals.parse(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        ".",
        "e5",
        "1e",
        "1e+",
        "1d",
        "1f",
        "0x1",
        "NaN",
        "Infinity",
        "1 ",
        " 1",
        "1,5",
        "--1",
        "1.2.3",
        "1e5.5",
        "1e999",
        "１"
      })
  void shouldReadNothingElse(String text) {
    assertThat(Decimals.parse(text)).isNaN();
  }
}
