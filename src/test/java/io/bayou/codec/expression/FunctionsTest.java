package io.bayou.codec.expression;

import static io.bayou.codec.expression.ExampleRecord.assertResult;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionsTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "abs(-2.5); 2.5",
        "sqrt(9); 3",
        "sqrt(-1); missing",
        "log(1); 0",
        "log(0); missing",
        "log(-1); missing",
        "log1p(0); 0",
        "exp(0); 1",
        "exp(1000); missing",
        "floor(-1.5); -2",
        "ceil(1.2); 2",
        "round(2.5); 3",
        "round(-2.5); -2",
        "round(0.49999999999999994); 0",
        "round(1e300); 1e300",
        "number('1e3'); 1000",
        "number('0x10'); missing",
        "number(' 1'); missing",
        "number('NaN'); missing",
        "number('1e999'); missing",
        "number(country); missing",
        "number(vip); 1",
        "pow(2, 10); 1024",
        "pow(country, 0); missing",
        "pow(-8, 0.5); missing",
        "min(3, 1, 2); 1",
        "max(3, amount); 12.5",
        "max(3, gone); missing",
        "max(country, 3); missing",
        "bucket(12.5, 5); 10",
        "bucket(-1, 5); -5",
        "bucket(1, 0); missing",
        "bucket(1, -5); missing",
        "lower(country); 'de'",
        "upper('straße'); 'STRASSE'",
        "trim('  a b '); 'a b'",
        "lower(tags); missing",
        "text(amount); '12.5'",
        "text(long); '12345678901234567'",
        "length('abc'); 3",
        "length(emoji); 3",
        "length(tags); 3",
        "length(12.5); 4",
        "length(gone); missing",
        "contains('abc', 'bc'); true",
        "contains(tags, 'big'); true",
        "contains(tags, 'bi'); false",
        "contains(tags, tags); missing",
        "startsWith('abc', 'ab'); true",
        "startsWith(tags, 'ab'); missing",
        "endsWith('abc', 'ab'); false",
        "substring('abcdef', 2); 'cdef'",
        "substring('abcdef', 1, 3); 'bc'",
        "substring(emoji, 1, 2); '😀'",
        "substring('abc', -5, 100); 'abc'",
        "substring('abc', 2, 1); ''",
        "substring('abc', 9); ''",
        "substring('abc', 'x'); missing",
        "split('a, b,,c ', ','); [a, b, c]",
        "split('a::b', '::'); [a, b]",
        "split('', ','); []",
        "split('abc', ''); missing",
        "split(tags, ','); missing",
        "length(split('a b c', ' ')); 3",
        "cross(country, vip, 3); 'DE|true|3'",
        "cross('', ''); '|'",
        "cross(path, 'c'); 'a\\|b|c'",
        "cross('a\\\\', 'b'); 'a\\\\|b'",
        "cross('a', gone); missing",
        "cross('a', tags); missing",
        "hash('abc', 1); '0'",
        "hash(tags, 10); missing",
        "hash('abc', zero); missing",
        "hash('abc', amount); missing",
        "header('source'); 'web'",
        "header('other'); missing",
        "key + '!'; 'customer-7!'",
      })
  void shouldCallFunctions(String expression, String result) {
    assertResult(expression, result);
  }

  /* 2026-03-01 is a Sunday. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "hour(created_at); 1",
        "hour(created_at, '+02:00'); 3",
        "hour(created_at, '-02'); 23",
        "hour(created_at, 'Z'); 1",
        "hour(created_at, country); missing",
        "hour(created_at, amount); missing",
        "day(created_at, '-02:00'); 28",
        "month(created_at, '-0200'); 2",
        "minute(created_at); 30",
        "minute(created_at, '+05:45'); 15",
        "weekday(created_at); 7",
        "weekday('2026-03-02'); 1",
        "day(created_at); 1",
        "month(created_at); 3",
        "year(created_at); 2026",
        "year(-1); 1969",
        "hour(-1); 23",
        "seconds(0); 0",
        "seconds(millis); 1700000000.123",
        "seconds('2026-03-01T00:00:00.25') - seconds('2026-02-28'); 86400.25",
        "seconds(vip); missing",
        "seconds(tags); missing",
        "hour('yesterday'); missing",
        "hour(gone); missing",
      })
  void shouldReadTimestamps(String expression, String result) {
    assertResult(expression, result);
  }

  /* What is learned depends on it. */
  @Test
  void shouldKeepItsHashes() {
    assertThat(Records.evaluate("hash('abc', 1000000)", ExampleRecord.VALUES)).isEqualTo("895906");
    assertThat(Records.evaluate("hash(12.5, 1000000)", ExampleRecord.VALUES)).isEqualTo("663251");
    assertThat(Records.evaluate("log(amount)", ExampleRecord.VALUES))
        .isEqualTo(StrictMath.log(12.5));
    assertThat(Records.evaluate("pow(amount, 0.3)", ExampleRecord.VALUES))
        .isEqualTo(StrictMath.pow(12.5, 0.3));
  }
}
