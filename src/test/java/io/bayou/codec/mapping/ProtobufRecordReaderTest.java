package io.bayou.codec.mapping;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileOptions;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.Mutations;
import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.expression.RecordValues.Kind;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtobufRecordReaderTest {
  /** Every value, and some that are not there, of random messages. */
  @Test
  void shouldFindWhatProtobufFinds() {
    forAll(
        3_000,
        random -> {
          RandomProtobuf protobuf = new RandomProtobuf(random);
          Descriptor type = protobuf.message();
          ProtobufRecordReader reader = new ProtobufRecordReader(type);
          byte[] first = protobuf.message(type, 4).toByteArray();
          List<FieldPath> some = some(random, ProtobufLeaves.of(type, first));
          Wanted wanted = new Wanted(some, random.nextBoolean());

          assertThat(found(wanted, reader, first)).isEqualTo(expected(type, first, some));

          byte[] second = protobuf.message(type, 4).toByteArray();
          assertThat(found(wanted, reader, second)).isEqualTo(expected(type, second, some));
        });
  }

  /** One message after the other is both of them, merged. */
  @Test
  void shouldMergeAsProtobufMerges() {
    forAll(
        2_000,
        random -> {
          RandomProtobuf protobuf = new RandomProtobuf(random);
          Descriptor type = protobuf.message();
          ByteArrayOutputStream both = new ByteArrayOutputStream();
          protobuf.message(type, 4).writeTo(both);
          protobuf.message(type, 4).writeTo(both);
          byte[] bytes = both.toByteArray();
          List<FieldPath> some = some(random, ProtobufLeaves.of(type, bytes));

          assertThat(found(new Wanted(some, false), new ProtobufRecordReader(type), bytes))
              .isEqualTo(expected(type, bytes, some));
        });
  }

  /* Null is as good as nothing: a value that another one replaced. */
  private static Map<String, Object> found(Wanted wanted, RecordReader reader, byte[] bytes) {
    Map<String, Object> found = wanted.read(reader, bytes, 0);
    found.values().removeIf(value -> value == Kind.NULL);
    return found;
  }

  private static List<FieldPath> some(RandomGenerator random, Map<FieldPath, Object> leaves) {
    List<FieldPath> some = new ArrayList<>(leaves.keySet());
    int one = random.nextInt(1, 5);
    some.removeIf(path -> random.nextInt(4) < one - 1);
    return some;
  }

  private static Map<String, Object> expected(Descriptor type, byte[] bytes, List<FieldPath> some)
      throws InvalidProtocolBufferException {
    Map<FieldPath, Object> all = ProtobufLeaves.of(type, bytes);
    Map<String, Object> expected = new TreeMap<>();
    for (FieldPath path : some) {
      if (all.containsKey(path) && all.get(path) != Kind.NULL) {
        expected.put(path.toString(), all.get(path));
      }
    }
    return expected;
  }

  @Test
  void shouldReadOrRefuseDamagedRecords() {
    forAll(
        400,
        random -> {
          RandomProtobuf protobuf = new RandomProtobuf(random);
          Descriptor type = protobuf.message();
          ProtobufRecordReader reader = new ProtobufRecordReader(type);
          List<byte[]> valid = new ArrayList<>();
          valid.add(new byte[] {0x0A, 1, 'x'});
          for (int i = 0; i < 3; i++) {
            valid.add(protobuf.message(type, 4).toByteArray());
          }
          valid.removeIf(bytes -> bytes.length == 0);
          Mutations mutations = new Mutations(valid);
          byte[] sample = valid.get(valid.size() - 1);
          Wanted wanted = new Wanted(some(random, leavesOf(type, sample)), true);
          for (int i = 0; i < 200; i++) {
            readOrRefuse(reader, wanted, mutations.next(random));
          }
        });
  }

  private static Map<FieldPath, Object> leavesOf(Descriptor type, byte[] bytes) {
    try {
      return ProtobufLeaves.of(type, bytes);
    } catch (InvalidProtocolBufferException e) {
      return Map.of(); // the made-up sample is not of this type
    }
  }

  private static void readOrRefuse(RecordReader reader, Wanted wanted, byte[] bytes) {
    try {
      wanted.read(reader, bytes, 0);
    } catch (BadRecordException e) {
      assertThat(e.reason()).isIn(Reason.MALFORMED, Reason.TOO_LARGE);
    }
  }

  @Test
  void shouldReadWrappersAndValuesAsWhatTheyHold() {
    Descriptor type = Value.getDescriptor();
    Value list = Value.newBuilder().setStringValue("x").build();
    Value struct =
        Value.newBuilder()
            .setStructValue(
                Struct.newBuilder()
                    .putFields("a", Value.newBuilder().setNumberValue(2).build())
                    .putFields("n", Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build())
                    .putFields(
                        "l",
                        Value.newBuilder()
                            .setListValue(ListValue.newBuilder().addValues(list))
                            .build()))
            .build();

    assertThat(
            Wanted.of("a", "n", "l[0]", "l")
                .read(new ProtobufRecordReader(type), struct.toByteArray(), 0))
        .isEqualTo(Map.of("a", 2.0, "n", Kind.NULL, "l[0]", "x", "l", Kind.OTHER));
  }

  @Test
  void shouldKeepTheDigitsOfUnsignedNumbers() throws DescriptorValidationException {
    FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder().setSyntax("proto3");
    file.addMessageTypeBuilder()
        .setName("M")
        .addField(
            FieldDescriptorProto.newBuilder()
                .setName("n")
                .setNumber(1)
                .setType(FieldDescriptorProto.Type.TYPE_UINT64));
    Descriptor type =
        FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]).getMessageTypes().get(0);
    Wanted wanted = Wanted.of("n");

    wanted.read(new ProtobufRecordReader(type), bytes("08ffffffffffffffffff01"), 0);
    assertThat(wanted.values().text(0)).isEqualTo("18446744073709551615");
    assertThat(wanted.values().number(0)).isEqualTo(0x1p64);
    wanted.read(new ProtobufRecordReader(type), bytes(""), 0);
    assertThat(wanted.values().text(0)).isEqualTo("0");
  }

  @Test
  void shouldCaptureEveryLeaf() {
    RecordValues values = new RecordValues();
    FieldTree tree = new FieldTree();
    List<String> captured = new ArrayList<>();
    tree.capture(
        List.of(),
        path -> {
          captured.add(path);
          return values.addSlot();
        });
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("a")
            .addDependency("b")
            .setOptions(FileOptions.newBuilder().setJavaPackage("j"))
            .build();

    new ProtobufRecordReader(FileDescriptorProto.getDescriptor())
        .read(file.toByteArray(), 0, tree, values);

    assertThat(captured)
        .contains("name", "dependency", "options.java_package")
        .doesNotContain("options");
    assertThat(values.text(captured.indexOf("options.java_package"))).isEqualTo("j");
    assertThat(values.tokens(captured.indexOf("dependency"))).containsExactly("b");
  }

  /** Wrong tags, cut values, groups that do not end, numbers of more than ten bytes. */
  @ParameterizedTest
  @ValueSource(
      strings = {"00", "0a", "0a05", "0f", "0b", "0c", "0b14", "08ffffffffffffffffffff01", "09ff"})
  void shouldRefuseDamage(String hex) {
    ProtobufRecordReader reader = new ProtobufRecordReader(Timestamp.getDescriptor());

    assertThatThrownBy(() -> Wanted.of("seconds").read(reader, bytes(hex), 0))
        .isInstanceOfSatisfying(
            BadRecordException.class, e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED));
  }

  @Test
  void shouldRefuseWhatLiesTooDeep() {
    ProtobufRecordReader reader = new ProtobufRecordReader(Timestamp.getDescriptor());

    assertThatThrownBy(() -> Wanted.of("seconds").read(reader, bytes("1b".repeat(200)), 0))
        .isInstanceOfSatisfying(
            BadRecordException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TOO_LARGE));
    assertThat(Wanted.of("seconds").read(reader, bytes("1b20011c0807"), 0))
        .isEqualTo(Map.of("seconds", 7.0));
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
