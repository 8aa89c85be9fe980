package io.bayou.codec.prediction;

import static io.bayou.Property.forAll;
import static io.bayou.codec.avro.GeneratedClasses.trusted;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.avro.AvroMessage;
import io.bayou.model.Answer;
import io.bayou.model.Posterior;
import io.bayou.model.Prediction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictionCodecTest {
  private final PredictionEncoder json = PredictionEncoder.of(PredictionEncoder.Format.JSON);
  private final PredictionEncoder avro = PredictionEncoder.of(PredictionEncoder.Format.AVRO);
  private final PredictionDecoder decoder = new PredictionDecoder();

  @Test
  void shouldReadBackWhatWasWrittenInEitherFormat() {
    forAll(
        2_000,
        random -> {
          Answer answer = Answers.draw(random);
          Prediction expected = Answers.expected(answer);
          assertThat(decoder.decode(json.encode(answer))).isEqualTo(expected);
          assertThat(decoder.decode(avro.encode(answer))).isEqualTo(expected);
        });
  }

  /** The encoder writes only what has changed since the answer before. */
  @Test
  void shouldWriteOffsetsThatChangeFromAnswerToAnswer() {
    SplittableRandom random = new SplittableRandom(3);
    TreeMap<String, Long> offsets = new TreeMap<>();
    Answer answer = answer();
    for (int i = 0; i < 3_000; i++) {
      String partition = "größe-" + random.nextInt(random.nextInt(10) == 0 ? 20 : 6);
      if (random.nextInt(50) == 0) {
        offsets.remove(partition);
      } else {
        offsets.put(partition, random.nextLong(1L << random.nextInt(1, 40)));
      }
      answer.setLearnedTo(offsets);
      assertThat(decoder.decode(avro.encode(answer)).learnedTo()).isEqualTo(offsets);
    }
  }

  @Test
  void shouldWriteJsonThatAPersonCanRead() {
    assertThat(new String(json.encode(answer()), UTF_8))
        .isEqualTo(
            "{\"id\":\"e1\",\"model\":\"spam\",\"version\":2,\"label\":\"ham\","
                + "\"posterior\":{\"ham\":0.5,\"spam\":0.5},\"logEvidence\":-1.8068528194400546,"
                + "\"examples\":40,\"learnedTo\":{\"labeled-0\":9007199254740993},"
                + "\"flags\":[],\"time\":1700000000000}");
  }

  @Test
  void shouldAnswerForAnEmptyModelWithoutALabel() {
    Answer answer = new Answer();
    answer.begin("e1", 5, "spam", 1);
    answer.posterior().begin(new String[0]);
    answer.posterior().finish();

    assertThat(new String(json.encode(answer), UTF_8))
        .isEqualTo(
            "{\"id\":\"e1\",\"model\":\"spam\",\"version\":1,\"label\":null,\"posterior\":{},"
                + "\"logEvidence\":null,\"examples\":0,\"learnedTo\":{},\"flags\":[\"NO_MODEL\"],"
                + "\"time\":5}");
    assertThat(decoder.decode(avro.encode(answer))).isEqualTo(decoder.decode(json.encode(answer)));
  }

  @Test
  void shouldNeverWriteANumberThatJsonDoesNotHave() {
    forAll(
        2_000,
        random ->
            assertThat(new String(json.encode(Answers.draw(random)), UTF_8))
                .doesNotContain("NaN")
                .doesNotContain("Infinity"));
  }

  @Test
  void shouldBeReadableByTheGeneratedClass() {
    byte[] bytes = avro.encode(answer());

    var read = trusted(() -> io.bayou.avro.Prediction.fromByteBuffer(ByteBuffer.wrap(bytes)));

    assertThat(read.getId()).isEqualTo("e1");
    assertThat(read.getLabel()).isEqualTo("ham");
    assertThat(read.getPosterior()).isEqualTo(Map.of("ham", 0.5, "spam", 0.5));
    assertThat(read.getTime().toEpochMilli()).isEqualTo(1_700_000_000_000L);
  }

  @Test
  void shouldBeReadableByAGenericReader() throws IOException {
    List<Schema> published = AvroMessage.published("Prediction");
    Schema schema = published.get(published.size() - 1);
    forAll(
        500,
        random -> {
          Answer answer = Answers.draw(random);
          GenericRecord read =
              new BinaryMessageDecoder<GenericRecord>(GenericData.get(), schema)
                  .decode(avro.encode(answer));
          assertThat(read.get("id")).hasToString(answer.id());
          assertThat(read.get("examples")).isEqualTo(answer.examples());
          assertThat(read.get("time")).isEqualTo(answer.time());
          assertThat((Map<?, ?>) read.get("posterior")).hasSize(answer.posterior().size());
        });
  }

  @Test
  void shouldPassOverWhatALaterVersionAdds() {
    Prediction read =
        read("{'id':'e','model':'m','posterior':{'a':1},'new':{'x':[1,{'y':null}]},'flags':['F']}");

    assertThat(read.posterior()).isEqualTo(Map.of("a", 1.0));
    assertThat(read.flags()).containsExactly("F");
    assertThat(read.label()).isEmpty();
    assertThat(read.version()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | INVALID | the prediction is not valid: it has no id",
        "{'id':'e'} | INVALID | the prediction is not valid: it has no model",
        "{'id':'e','model':'m'} | INVALID | the prediction is not valid: it has no posterior",
        "{'id':1} | INVALID | the prediction is not valid: id is not a string",
        "{'posterior':[]} | INVALID | the prediction is not valid: posterior is not an object",
        "{'posterior':{'a':'x'}} | MALFORMED | Current token (VALUE_STRING) not numeric",
        "{'posterior':{'a':{'b':1}}} | MALFORMED | Current token (START_OBJECT) not numeric",
        "{'learnedTo':{'a':1e99}} | MALFORMED | out of range",
        "{'version':3000000000} | MALFORMED | out of range",
        "{'flags':[1]} | INVALID | the prediction is not valid: an item of flags is not a string",
        "{'flags':'x'} | INVALID | the prediction is not valid: flags is not an array",
        "{'id':'a','id':'b'} | MALFORMED | Duplicate field 'id'",
        "{'logEvidence':NaN} | MALFORMED | Non-standard token 'NaN'",
        "{} {} | MALFORMED | the prediction continues after its closing brace",
      })
  void shouldRefuseWhatIsNoPrediction(String text, Reason reason, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining(message)
        .extracting("reason")
        .isEqualTo(reason);
  }

  @Test
  void shouldRefuseOtherFormats() {
    assertThatThrownBy(() -> decoder.decode(null)).hasMessage("the prediction is empty");
    assertThatThrownBy(() -> decoder.decode(new byte[0])).hasMessage("the prediction is empty");
    assertThatThrownBy(() -> decoder.decode("x".getBytes(UTF_8)))
        .hasMessage("the prediction is not in Avro's single-object encoding (C3 01)")
        .extracting("reason")
        .isEqualTo(Reason.UNKNOWN_FORMAT);
  }

  @Test
  void shouldRefuseEveryTruncation() {
    Answer answer = Answers.draw(new SplittableRandom(3));
    for (PredictionEncoder encoder : new PredictionEncoder[] {json, avro}) {
      byte[] bytes = encoder.encode(answer);
      for (int length = 0; length < bytes.length; length++) {
        byte[] cut = Arrays.copyOf(bytes, length);
        assertThatThrownBy(() -> decoder.decode(cut))
            .isInstanceOf(BadRecordException.class)
            .extracting("reason")
            .isEqualTo(Reason.MALFORMED);
      }
    }
  }

  private Prediction read(String text) {
    return decoder.decode(text.replace('\'', '"').getBytes(UTF_8));
  }

  private static Answer answer() {
    Answer answer = new Answer();
    answer.begin("e1", 1_700_000_000_000L, "spam", 2);
    answer.setExamples(40);
    answer.setLearnedTo(new TreeMap<>(Map.of("labeled-0", (1L << 53) + 1)));
    Posterior posterior = answer.posterior();
    posterior.begin(new String[] {"ham", "spam"});
    posterior.set(0, -0.5, -2.5);
    posterior.set(1, -1.5, -2.5);
    posterior.finish();
    return answer;
  }
}
