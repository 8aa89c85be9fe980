package io.bayou.codec.state;

import static io.bayou.codec.BadRecordException.Reason.INVALID;
import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.UNSUPPORTED_VERSION;

import io.bayou.avro.ModelSnapshot;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.avro.AvroClasses;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.spec.SpecException;
import io.bayou.model.Learner;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.SortedMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;

/**
 * A whole model as one file: an Avro container of the rows of its state
 * (schemas/ModelSnapshot.avsc) with the name, the version and the spec among its metadata. Any Avro
 * tool can list it, and any build that reads its formats can keep learning from it.
 */
public record ModelFile(String model, int version, Learner learner) {
  private static final int FORMAT = 1;
  private static final String FORMAT_KEY = "bayou.format";
  private static final String MODEL_KEY = "bayou.model";
  private static final String VERSION_KEY = "bayou.version";
  private static final String SPEC_KEY = "bayou.spec";

  public void write(OutputStream out) throws IOException {
    SpecificDatumWriter<ModelSnapshot> rows =
        new SpecificDatumWriter<>(ModelSnapshot.getClassSchema(), AvroClasses.INSTANCE);
    try (DataFileWriter<ModelSnapshot> file = new DataFileWriter<>(rows)) {
      file.setCodec(CodecFactory.deflateCodec(6));
      file.setMeta(FORMAT_KEY, FORMAT);
      file.setMeta(MODEL_KEY, model);
      file.setMeta(VERSION_KEY, version);
      file.setMeta(SPEC_KEY, SpecCodec.write(learner.spec()));
      file.create(ModelSnapshot.getClassSchema(), out);
      String hash = SpecCodec.hash(learner.spec());
      RowWriter writer = new RowWriter();
      learner.rows((row, content) -> append(file, row(hash, row, writer.encode(content))));
    }
  }

  private static void append(DataFileWriter<ModelSnapshot> file, ModelSnapshot row) {
    try {
      file.append(row);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ModelSnapshot row(String hash, String name, byte[] bytes) {
    SortedMap<String, OffsetRange> nothing = Collections.emptySortedMap();
    return SnapshotCodec.toAvro(
        new SnapshotRow(
            model, version, hash, "export", name, 0, 1, nothing, learner.examples(), bytes));
  }

  /**
   * @throws BadRecordException if it is not such a file, or one that this build cannot use
   */
  public static ModelFile read(InputStream in) throws IOException {
    SpecificDatumReader<ModelSnapshot> rows =
        new SpecificDatumReader<>(null, ModelSnapshot.getClassSchema(), AvroClasses.INSTANCE);
    try (DataFileStream<ModelSnapshot> file = new DataFileStream<>(in, rows)) {
      checkFormat(file);
      ModelSpec spec = SpecCodec.read("the model file", meta(file, SPEC_KEY));
      Learner learner = Learners.create(spec);
      while (file.hasNext()) {
        restore(learner, file.next());
      }
      return new ModelFile(
          meta(file, MODEL_KEY), Integer.parseInt(meta(file, VERSION_KEY)), learner);
    } catch (AvroRuntimeException | NumberFormatException | IllegalStateException e) {
      throw new BadRecordException(MALFORMED, "the model file is damaged: " + e.getMessage(), e);
    } catch (SpecException e) {
      throw new BadRecordException(INVALID, e.getMessage(), e);
    } catch (IOException e) {
      throw new BadRecordException(
          MALFORMED, "this is not a model file (an Avro container): " + e.getMessage(), e);
    }
  }

  private static void checkFormat(DataFileStream<ModelSnapshot> file) {
    String format = meta(file, FORMAT_KEY);
    if (!format.equals(Integer.toString(FORMAT))) {
      throw new BadRecordException(
          UNSUPPORTED_VERSION,
          "the model file has format " + format + ", this build reads " + FORMAT);
    }
  }

  private static String meta(DataFileStream<ModelSnapshot> file, String key) {
    byte[] value = file.getMeta(key);
    if (value == null) {
      throw new BadRecordException(
          INVALID, "the Avro file has no '" + key + "': it was not made by 'bayou models export'");
    }
    return new String(value, StandardCharsets.UTF_8);
  }

  private static void restore(Learner learner, ModelSnapshot row) {
    RowReader reader = new RowReader(SnapshotCodec.toRow(row).statistics());
    learner.restore(reader);
    reader.end();
  }
}
