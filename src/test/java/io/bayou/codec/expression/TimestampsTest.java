package io.bayou.codec.expression;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
  private static final long FIRST = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST = Instant.parse("9999-12-31T00:00:00Z").getEpochSecond();

  @ParameterizedTest
  @CsvSource({
    "2026-03-01, 2026-03-01T00:00:00Z",
    "2026-03-01T12:30, 2026-03-01T12:30:00Z",
    "2026-03-01 12:30:15, 2026-03-01T12:30:15Z",
    "2026-03-01t12:30:15z, 2026-03-01T12:30:15Z",
    "2026-03-01T12:30:15.5, 2026-03-01T12:30:15.500Z",
    "2026-03-01T12:30:15.123456789Z, 2026-03-01T12:30:15.123Z",
    "2026-03-01T12:30:15+02:00, 2026-03-01T10:30:15Z",
    "2026-03-01 12:30:15-0530, 2026-03-01T18:00:15Z",
    "2026-03-01T12:30+02, 2026-03-01T10:30:00Z",
    "2024-02-29T23:59:60Z, 2024-03-01T00:00:00Z",
    "0000-01-01, 0000-01-01T00:00:00Z",
    "1700000000, 2023-11-14T22:13:20Z",
    "1700000000.25, 2023-11-14T22:13:20.250Z",
    "1700000000123, 2023-11-14T22:13:20.123Z",
  })
  void shouldReadTexts(String text, String instant) {
    assertThat(millis(text)).isEqualTo(Instant.parse(instant).toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "today",
        "2026",
        "2026-3-1",
        "2026-13-01",
        "2026-02-29",
        "1900-02-29",
        "2026-04-31",
        "2026-00-10",
        "2026-01-00",
        "2026-03-01T",
        "2026-03-01T12",
        "2026-03-01T24:00",
        "2026-03-01T12:60",
        "2026-03-01T12:30:61",
        "2026-03-01T12:30:",
        "2026-03-01T12:30:1",
        "2026-03-01T12:30:15.",
        "2026-03-01T12:30:15.x",
        "2026-03-01T12:30:15+2",
        "2026-03-01T12:30:15+19:00",
        "2026-03-01T12:30:15+02:60",
        "2026-03-01T12:30:15+02:",
        "2026-03-01T12:30:15+02:000",
        "2026-03-01T12:30:15[UTC]",
        "2026-03-01T12:30Zx",
        "2026-03-01x12:30",
        "2026-03-0112:30:00",
        "2026-03-01T12:30.5",
        "１２３４-03-01",
        "1e30"
      })
  void shouldRefuseOtherTexts(String text) {
    long expected = text.equals("2026") ? 2_026_000L : Timestamps.MISSING; // a number of seconds

    assertThat(millis(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-1, -1000",
    "1.5, 1500",
    "1700000000, 1700000000000",
    "1700000000.123, 1700000000123",
    "99999999999, 99999999999000",
    "100000000000, 100000000000",
    "1700000000123, 1700000000123",
    "1700000000123.9, 1700000000123",
    "-1700000000123, -1700000000123",
    "99999999999999, 99999999999999",
    "1700000000123456, 1700000000123",
    "1700000000123456789, 1700000000123",
    "-1e17, -100000000000",
    "9.2e18, 9200000000000",
  })
  void shouldTakeTheUnitFromTheMagnitude(double number, long millis) {
    assertThat(millis(number)).isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e19, -1e19, 1e300, Double.NaN, Double.POSITIVE_INFINITY})
  void shouldRefuseNumbersThatAreNoTime(double number) {
    assertThat(millis(number)).isEqualTo(Timestamps.MISSING);
  }

  @Test
  void shouldFindNoTimeInOtherValues() {
    RecordValues values = new RecordValues();
    int slot = values.addSlot();
    assertThat(Timestamps.millis(values, slot)).isEqualTo(Timestamps.MISSING);
    values.bool(slot, true);
    assertThat(Timestamps.millis(values, slot)).isEqualTo(Timestamps.MISSING);
    values.tokens(slot, List.of("2026-03-01"));
    assertThat(Timestamps.millis(values, slot)).isEqualTo(Timestamps.MISSING);
    values.nothing(slot);
    assertThat(Timestamps.millis(values, slot)).isEqualTo(Timestamps.MISSING);
  }

  @Test
  void shouldAgreeWithJavaTime() {
    forAll(
        5_000,
        random -> {
          ZoneOffset offset = ZoneOffset.ofTotalSeconds(60 * random.nextInt(-18 * 60, 18 * 60 + 1));
          Instant instant =
              Instant.ofEpochSecond(
                  random.nextLong(FIRST + 86_400, LAST), random.nextInt(1000) * 1_000_000L);
          OffsetDateTime time = instant.atOffset(offset);
          String text = time.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);

          assertThat(millis(text)).as(text).isEqualTo(instant.toEpochMilli());
          Map<String, Object> record = Map.of("t", text, "o", offset.getId());
          assertThat(Records.evaluate("year(t, o)", record)).isEqualTo((double) time.getYear());
          assertThat(Records.evaluate("month(t, o)", record))
              .isEqualTo((double) time.getMonthValue());
          assertThat(Records.evaluate("day(t, o)", record))
              .isEqualTo((double) time.getDayOfMonth());
          assertThat(Records.evaluate("weekday(t, o)", record))
              .isEqualTo((double) time.getDayOfWeek().getValue());
          assertThat(Records.evaluate("hour(t, o)", record)).isEqualTo((double) time.getHour());
          assertThat(Records.evaluate("minute(t, o)", record)).isEqualTo((double) time.getMinute());
        });
  }

  @Test
  void shouldKnowEveryDay() {
    LocalDate date = LocalDate.of(1599, 12, 31);
    for (long day = date.toEpochDay(); date.getYear() < 2402; day++, date = date.plusDays(1)) {
      assertThat(Calendar.days(date.getYear(), date.getMonthValue(), date.getDayOfMonth()))
          .isEqualTo(day);
      assertThat(Calendar.year(day)).isEqualTo(date.getYear());
      assertThat(Calendar.month(day)).isEqualTo(date.getMonthValue());
      assertThat(Calendar.day(day)).isEqualTo(date.getDayOfMonth());
    }
  }

  private static long millis(Object value) {
    RecordValues values = new RecordValues();
    int slot = values.addSlot();
    if (value instanceof String text) {
      values.text(slot, text);
    } else {
      values.number(slot, (Double) value);
    }
    return Timestamps.millis(values, slot);
  }
}
