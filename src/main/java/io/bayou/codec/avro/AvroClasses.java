package io.bayou.codec.avro;

import io.bayou.avro.ActionScores;
import io.bayou.avro.CalibrationBin;
import io.bayou.avro.ClassScores;
import io.bayou.avro.Comparison;
import io.bayou.avro.DriftStart;
import io.bayou.avro.Evaluation;
import io.bayou.avro.ModelDefinition;
import io.bayou.avro.ModelSnapshot;
import io.bayou.avro.ModelVersion;
import io.bayou.avro.OffsetRange;
import io.bayou.avro.PairedLoss;
import io.bayou.avro.Prediction;
import io.bayou.avro.ProbabilityCell;
import io.bayou.avro.RawScores;
import io.bayou.avro.Scores;
import io.bayou.avro.ServedScores;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions.TimestampMillisConversion;
import org.apache.avro.specific.SpecificData;

/** Avro's data model with the generated classes of our schemas, and no others. */
public final class AvroClasses extends SpecificData {
  /* Avro looks up classes by the names in a schema, and rejects those that a system property does
   * not trust. A fixed table needs neither. */
  public static final AvroClasses INSTANCE = new AvroClasses();

  private static final Map<String, Class<?>> CLASSES =
      Stream.of(
              ActionScores.class,
              CalibrationBin.class,
              ClassScores.class,
              Comparison.class,
              DriftStart.class,
              Evaluation.class,
              ModelDefinition.class,
              ModelSnapshot.class,
              ModelVersion.class,
              OffsetRange.class,
              PairedLoss.class,
              Prediction.class,
              ProbabilityCell.class,
              RawScores.class,
              Scores.class,
              ServedScores.class)
          .collect(Collectors.toUnmodifiableMap(Class::getName, Function.identity()));

  private AvroClasses() {
    addLogicalTypeConversion(new TimestampMillisConversion());
    setFastReaderEnabled(false); // it bypasses the methods that AvroMessage overrides
  }

  @Override
  public Class<?> getClass(Schema schema) {
    return schema.getType() == Schema.Type.RECORD
        ? CLASSES.get(schema.getFullName())
        : super.getClass(schema);
  }
}
