package io.bayou.codec.mapping;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.Format;
import io.bayou.codec.expression.FieldPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.avro.Schema;

/** Other people's records in binary encodings, for the tests that garble them. */
public final class MappedRecords {
  private static final long SEED = 5; // one whose schemas hold every kind of structure
  private static final int RECORDS = 50;
  private static final int CASES = 60_000;

  private MappedRecords() {}

  public static Format avro() {
    try {
      RandomAvro avro = new RandomAvro(new SplittableRandom(SEED));
      Schema schema = avro.record(4);
      List<byte[]> valid = new ArrayList<>();
      Set<FieldPath> paths = new LinkedHashSet<>();
      for (int i = 0; i < RECORDS; i++) {
        valid.add(avro.encode(schema, avro.datum(schema)));
        paths.addAll(AvroLeaves.of(schema, valid.get(i)).keySet());
      }
      return format("mapped Avro record", valid, paths, new AvroRecordReader(schema));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public static Format protobuf() {
    try {
      RandomProtobuf protobuf = new RandomProtobuf(new SplittableRandom(SEED));
      Descriptor type = protobuf.message();
      List<byte[]> valid = new ArrayList<>();
      Set<FieldPath> paths = new LinkedHashSet<>();
      for (int i = 0; i < RECORDS; i++) {
        byte[] bytes = protobuf.message(type, 5).toByteArray();
        paths.addAll(ProtobufLeaves.of(type, bytes).keySet());
        valid.add(bytes.length == 0 ? new byte[] {0x08, 1} : bytes);
      }
      return format("mapped Protobuf record", valid, paths, new ProtobufRecordReader(type));
    } catch (IOException | DescriptorValidationException e) {
      throw new AssertionError(e);
    }
  }

  private static Format format(
      String name, List<byte[]> valid, Set<FieldPath> paths, RecordReader reader) {
    Wanted wanted = new Wanted(List.copyOf(paths), true);
    return new Format(
        name, CASES, valid, bytes -> wanted.read(reader, bytes, 0), BadRecordException.class);
  }
}
