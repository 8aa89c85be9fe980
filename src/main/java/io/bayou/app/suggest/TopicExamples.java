package io.bayou.app.suggest;

import io.bayou.app.cli.ColumnOptions;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.Display;
import io.bayou.app.inspect.InspectText;
import io.bayou.app.inspect.TopicProfile;
import io.bayou.app.inspect.TopicSample;
import io.bayou.codec.ExampleTable;
import io.bayou.codec.mapping.RecordTable;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.config.AppConfig;
import io.bayou.model.FeatureNames;
import io.bayou.model.Nearest;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.input.RawRecords;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The newest records of a topic as rows, in the order of their timestamps.
 *
 * @param base has the input that reads them
 */
record TopicExamples(ModelSpec base, ExampleTable table) {
  private static final int SHOWN = 12;

  /**
   * @throws CommandFailed if the records cannot be read, or have no such label
   */
  static TopicExamples of(
      TopicSample sample, AppConfig config, ColumnOptions columns, PrintWriter err) {
    if (sample.records().isEmpty()) {
      throw new CommandFailed("cannot use " + sample.topic() + ": it has no record with a value");
    }
    TopicProfile profile = TopicProfile.of(sample, config);
    ModelSpec base = base(profile, columns);
    List<String> problems = new ArrayList<>();
    RecordTable table =
        new RecordTable(
            base.input(),
            config.limits(),
            profile.newDecoder(),
            new FeatureNames(),
            (number, reason) -> problems.add(reason));
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(sample.records());
    records.sort(Comparator.comparingLong(ConsumerRecord::timestamp)); // stable
    int number = 0;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      table.add(RawRecords.of(record, record.timestamp()), ++number);
    }
    if (!problems.isEmpty()) {
      err.println(
          "%d records of %s left out, the first one because %s"
              .formatted(problems.size(), sample.topic(), Display.name(problems.get(0))));
    }
    return new TopicExamples(base, table);
  }

  private static ModelSpec base(TopicProfile profile, ColumnOptions columns) {
    String topic = profile.sample().topic();
    if (profile.isOwn()) {
      if (columns.givenLabel().isPresent()) {
        throw new CommandFailed(
            topic + " has Bayou's own events, which name their label; leave --label out");
      }
      return ModelSpec.defaults();
    }
    String label =
        columns
            .givenLabel()
            .orElseThrow(
                () -> new CommandFailed(topic + ": --label PATH is missing" + hint(profile)));
    requireField(profile, label);
    ModelSpec base = SpecCodec.read("inspect " + topic, profile.specFor(label));
    return base.toBuilder().input(columns.input(base).orElseThrow()).build();
  }

  private static String hint(TopicProfile profile) {
    return profile.labels().isEmpty()
        ? "; 'bayou inspect " + profile.sample().topic() + "' shows the fields"
        : "; it may be " + InspectText.list(profile.labels());
  }

  private static void requireField(TopicProfile profile, String label) {
    List<String> paths = profile.paths();
    if (!paths.contains(label)) {
      String near =
          Nearest.to(label, paths)
              .map(name -> " (did you mean '" + Display.name(name) + "'?)")
              .orElse("");
      throw new CommandFailed(
          "no record of %s has a value at '%s'%s; its fields are %s"
              .formatted(
                  profile.sample().topic(),
                  label,
                  near,
                  InspectText.list(paths.subList(0, Math.min(SHOWN, paths.size())))));
    }
  }
}
