package io.bayou.codec.state;

import static io.bayou.codec.BadRecordException.Reason.INVALID;

import io.bayou.avro.CalibrationBin;
import io.bayou.avro.ProbabilityCell;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.avro.AvroMessage;
import io.bayou.model.eval.ActionScores;
import io.bayou.model.eval.ClassScores;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PairedLoss;
import io.bayou.model.eval.RawScores;
import io.bayou.model.eval.Score;
import io.bayou.model.eval.Scores;
import io.bayou.model.eval.ServedScores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Values of the evaluations topic: Avro's single-object encoding of schemas/Evaluation.avsc, read
 * in every published version of it. Equal evaluations give equal bytes. Thread-safe.
 */
public final class EvaluationCodec {
  private final AvroMessage<io.bayou.avro.Evaluation> messages =
      new AvroMessage<>("the evaluation", io.bayou.avro.Evaluation.getClassSchema());

  public byte[] encode(Evaluation evaluation) {
    return messages.encode(
        io.bayou.avro.Evaluation.newBuilder()
            .setModel(evaluation.model())
            .setVersion(evaluation.version())
            .setSource(evaluation.source())
            .setCumulative(fromScores(evaluation.cumulative()))
            .setFading(fromScores(evaluation.fading()))
            .setComparison(fromComparison(evaluation.comparison()))
            .setServed(fromServed(evaluation.served()))
            .setServedFading(fromServed(evaluation.servedFading()))
            .setTypeChanges(new TreeMap<>(evaluation.typeChanges()))
            .setPaired(fromPaired(evaluation.paired()))
            .setTime(Instant.ofEpochMilli(evaluation.time()))
            .build());
  }

  private static io.bayou.avro.Comparison fromComparison(Comparison comparison) {
    return new io.bayou.avro.Comparison(
        comparison.since(),
        comparison.instances(),
        comparison.correct(),
        comparison.logLoss(),
        comparison.brier());
  }

  private static Comparison toComparison(io.bayou.avro.Comparison in) {
    if (!Double.isFinite(in.getLogLoss())) {
      throw new IllegalArgumentException("the logLoss of the comparison is " + in.getLogLoss());
    }
    return new Comparison(
        in.getSince(),
        amount("the comparison's instances", in.getInstances()),
        amount("the comparison's correct", in.getCorrect()),
        in.getLogLoss(),
        amount("the comparison's brier", in.getBrier()));
  }

  private static io.bayou.avro.PairedLoss fromPaired(PairedLoss paired) {
    return new io.bayou.avro.PairedLoss(
        Instant.ofEpochMilli(paired.since()),
        paired.labels(),
        paired.sum(),
        paired.squares(),
        paired.largest());
  }

  private static PairedLoss toPaired(io.bayou.avro.PairedLoss in) {
    if (!Double.isFinite(in.getSum())) {
      throw new IllegalArgumentException("the sum of the paired losses is " + in.getSum());
    }
    return new PairedLoss(
        in.getSince().toEpochMilli(),
        amount("the number of paired losses", in.getLabels()),
        in.getSum(),
        amount("the squares of the paired losses", in.getSquares()),
        amount("the largest of the paired losses", in.getLargest()));
  }

  private static io.bayou.avro.ServedScores fromServed(ServedScores served) {
    return new io.bayou.avro.ServedScores(
        served.instances(), served.correct(), served.logLoss(), served.brier());
  }

  private static ServedScores toServed(io.bayou.avro.ServedScores in) {
    if (!Double.isFinite(in.getLogLoss())) {
      throw new IllegalArgumentException("the logLoss of what was served is " + in.getLogLoss());
    }
    return new ServedScores(
        amount("the instances of what was served", in.getInstances()),
        amount("the correct of what was served", in.getCorrect()),
        in.getLogLoss(),
        amount("the brier of what was served", in.getBrier()));
  }

  private static io.bayou.avro.Scores fromScores(Scores scores) {
    Map<String, Map<String, Double>> confusion = new TreeMap<>(scores.confusion());
    return new io.bayou.avro.Scores(
        scores.instances(),
        scores.correct(),
        scores.logLoss(),
        scores.brier(),
        scores.noChangeCorrect(),
        scores.majorityCorrect(),
        confusion,
        fromBins(scores.calibration()),
        fromClasses(scores.classes()),
        fromActions(scores.actions()),
        new io.bayou.avro.RawScores(scores.raw().logLoss(), fromBins(scores.raw().calibration())));
  }

  private static List<CalibrationBin> fromBins(List<Scores.Bin> bins) {
    List<CalibrationBin> out = new ArrayList<>();
    for (Scores.Bin bin : bins) {
      out.add(new CalibrationBin(bin.instances(), bin.confidence(), bin.correct()));
    }
    return out;
  }

  private static io.bayou.avro.ActionScores fromActions(ActionScores actions) {
    return new io.bayou.avro.ActionScores(
        actions.cost(), actions.rejected(), actions.covered(), actions.setSize());
  }

  private static Map<String, io.bayou.avro.ClassScores> fromClasses(
      SortedMap<String, ClassScores> classes) {
    Map<String, io.bayou.avro.ClassScores> out = new TreeMap<>();
    classes.forEach(
        (label, scores) -> {
          List<ProbabilityCell> cells = new ArrayList<>();
          for (ClassScores.Cell cell : scores.cells()) {
            cells.add(new ProbabilityCell(cell.index(), cell.own(), cell.others()));
          }
          out.put(label, new io.bayou.avro.ClassScores(scores.logLoss(), scores.scale(), cells));
        });
    return out;
  }

  /**
   * @throws BadRecordException if the bytes are not an evaluation that this build can use
   */
  public Evaluation decode(byte[] bytes) {
    io.bayou.avro.Evaluation in = messages.decode(bytes);
    try {
      return new Evaluation(
          in.getModel(),
          in.getVersion(),
          in.getSource(),
          toScores(in.getCumulative()),
          toScores(in.getFading()),
          toComparison(in.getComparison()),
          toServed(in.getServed()),
          toServed(in.getServedFading()),
          toTypeChanges(in.getTypeChanges()),
          toPaired(in.getPaired()),
          in.getTime().toEpochMilli());
    } catch (IllegalArgumentException e) {
      throw new BadRecordException(INVALID, "the evaluation is not valid: " + e.getMessage(), e);
    }
  }

  private static SortedMap<String, Long> toTypeChanges(Map<String, Long> in) {
    in.forEach((feature, count) -> amount("a count of values of another type", count));
    return new TreeMap<>(in);
  }

  private static Scores toScores(io.bayou.avro.Scores in) {
    if (!Double.isFinite(in.getLogLoss())) {
      throw new IllegalArgumentException("logLoss is " + in.getLogLoss());
    }
    return new Scores(
        amount("instances", in.getInstances()),
        amount("correct", in.getCorrect()),
        in.getLogLoss(),
        amount("brier", in.getBrier()),
        amount("noChangeCorrect", in.getNoChangeCorrect()),
        amount("majorityCorrect", in.getMajorityCorrect()),
        toConfusion(in.getConfusion()),
        toBins(in.getCalibration()),
        toClasses(in.getClasses()),
        new ActionScores(
            amount("cost", in.getActions().getCost()),
            amount("rejected", in.getActions().getRejected()),
            amount("covered", in.getActions().getCovered()),
            amount("setSize", in.getActions().getSetSize())),
        toRaw(in.getRaw()));
  }

  private static RawScores toRaw(io.bayou.avro.RawScores in) {
    if (!Double.isFinite(in.getLogLoss())) {
      throw new IllegalArgumentException("the logLoss before calibration is " + in.getLogLoss());
    }
    return new RawScores(in.getLogLoss(), toBins(in.getCalibration()));
  }

  private static SortedMap<String, ClassScores> toClasses(
      Map<String, io.bayou.avro.ClassScores> in) {
    SortedMap<String, ClassScores> classes = new TreeMap<>();
    in.forEach(
        (label, scores) -> {
          if (!Double.isFinite(scores.getLogLoss())) {
            throw new IllegalArgumentException("the logLoss of a class is " + scores.getLogLoss());
          }
          List<ClassScores.Cell> cells = new ArrayList<>();
          for (ProbabilityCell cell : scores.getCells()) {
            cells.add(
                new ClassScores.Cell(
                    cell.getIndex(),
                    amount("a cell's own", cell.getOwn()),
                    amount("a cell's others", cell.getOthers())));
          }
          classes.put(label, new ClassScores(scores.getLogLoss(), scores.getScale(), cells));
        });
    return classes;
  }

  private static SortedMap<String, SortedMap<String, Double>> toConfusion(
      Map<String, Map<String, Double>> in) {
    SortedMap<String, SortedMap<String, Double>> confusion = new TreeMap<>();
    in.forEach(
        (truth, row) -> {
          row.values().forEach(weight -> amount("a cell of the confusion matrix", weight));
          confusion.put(truth, new TreeMap<>(row));
        });
    return confusion;
  }

  /* Bins of another width cannot be added to ours. */
  private static List<Scores.Bin> toBins(List<CalibrationBin> in) {
    if (!in.isEmpty() && in.size() != Score.BINS) {
      throw new IllegalArgumentException(
          "it has " + in.size() + " calibration bins, this build has " + Score.BINS);
    }
    List<Scores.Bin> bins = new ArrayList<>();
    for (CalibrationBin bin : in) {
      bins.add(
          new Scores.Bin(
              amount("a bin's instances", bin.getInstances()),
              amount("a bin's confidence", bin.getConfidence()),
              amount("a bin's correct", bin.getCorrect())));
    }
    return bins;
  }

  private static double amount(String what, double value) {
    if (!(value >= 0.0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + " is " + value);
    }
    return value;
  }
}
