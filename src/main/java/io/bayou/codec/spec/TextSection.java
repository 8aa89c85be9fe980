package io.bayou.codec.spec;

import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.TextSpec.Language;
import io.bayou.model.spec.TextSpec.Variant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The keys of a text feature: how it becomes tokens, and how they are weighted. */
final class TextSection {
  private TextSection() {}

  static TextSpec read(SpecNode node, SpecFields fields) {
    fields.get("analyzer").ifPresent(TextSection::requireAnalyzer);
    Optional<String> pattern = fields.get("pattern").map(SpecNode::text);
    boolean lowerCase = fields.get("lower-case").map(SpecNode::bool).orElse(true);
    Optional<Language> stopWords = fields.get("stop-words").map(TextSection::language);
    Optional<Language> stemming = fields.get("stemming").map(TextSection::language);
    int ngrams = fields.count("ngrams", 1);
    OptionalInt hash = fields.get("hash").stream().mapToInt(SpecNode::count).findFirst();
    Variant variant =
        fields.get("variant").map(v -> v.choice(Variant.class)).orElse(Variant.STANDARD);
    return node.build(
        () -> new TextSpec(pattern, lowerCase, stopWords, stemming, ngrams, hash, variant));
  }

  private static Language language(SpecNode value) {
    return value.choice(List.of(Language.values()), Language::code);
  }

  /* Another analyzer may cut a text into other tokens than were learned. */
  private static void requireAnalyzer(SpecNode value) {
    if (!value.text().equals(TextSpec.ANALYZER)) {
      throw value.fail(
          "%s is %s, this build has %s; leave it out and retrain"
              .formatted(value.path(), value.text(), TextSpec.ANALYZER));
    }
  }

  /** Adds the analyzer and the options that differ from the default. */
  static void write(TextSpec text, Map<String, Object> tree) {
    tree.put("analyzer", TextSpec.ANALYZER);
    text.hash().ifPresent(bits -> tree.put("hash", bits));
    SpecCodec.putChanged(tree, "lower-case", text.lowerCase(), true);
    SpecCodec.putChanged(tree, "ngrams", text.ngrams(), 1);
    text.pattern().ifPresent(pattern -> tree.put("pattern", pattern));
    text.stemming().ifPresent(language -> tree.put("stemming", language.code()));
    text.stopWords().ifPresent(language -> tree.put("stop-words", language.code()));
  }
}
