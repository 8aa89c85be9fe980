package io.bayou.codec.spec;

import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The YAML file that describes the data sets of a suite. */
public final class SuiteCodec {
  /**
   * The description of one data set.
   *
   * @param label the column with the class; absent: it is guessed
   * @param features how features are modeled; the types of others are guessed
   */
  public record Entry(Optional<String> label, SortedMap<String, FeatureSpec> features) {
    /** Everything is guessed. */
    public static final Entry NONE = new Entry(Optional.empty(), new TreeMap<>());
  }

  private SuiteCodec() {}

  /**
   * Reads the descriptions, by data set.
   *
   * @param source where the text comes from, for messages
   * @throws SpecException if the text is not valid
   */
  public static SortedMap<String, Entry> read(String source, String text) {
    SortedMap<String, Entry> entries = new TreeMap<>();
    SpecParser.parse(source, text).map().forEach((name, node) -> entries.put(name, entry(node)));
    return entries;
  }

  private static Entry entry(SpecNode node) {
    SpecFields fields = SpecFields.of(node, "label", "features");
    ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.MAJORITY);
    fields.get("features").ifPresent(f -> FeatureSection.read(f, spec));
    return new Entry(fields.get("label").map(SpecNode::text), spec.build().features());
  }
}
