package io.bayou.codec.spec;

import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a file beside a suite of data sets says about them, in YAML. */
public final class SuiteCodec {
  /**
   * What is said about one data set.
   *
   * @param label the column with the class, if it is not the one that would be guessed
   * @param features how features are modelled; others are guessed
   */
  public record Entry(Optional<String> label, SortedMap<String, FeatureSpec> features) {
    /** Nothing is said. */
    public static final Entry NONE = new Entry(Optional.empty(), new TreeMap<>());
  }

  private SuiteCodec() {}

  /**
   * Reads what is said, by data set.
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
    fields.get("features").ifPresent(f -> FeatureSection.read(f, LearnerKind.MAJORITY, spec));
    return new Entry(fields.get("label").map(SpecNode::text), spec.build().features());
  }
}
