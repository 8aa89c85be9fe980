package io.bayou.codec.spec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.TextSpec.Language;
import io.bayou.model.spec.TextSpec.Variant;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** The keys of a text feature: how it becomes tokens, and how they are weighed. */
final class TextSection {
  static final List<String> KEYS =
      List.of(
          "analyzer",
          "pattern",
          "lower-case",
          "stop-words",
          "stemming",
          "ngrams",
          "hash",
          "variant");

  private TextSection() {}

  static TextSpec read(SpecNode node, SpecFields fields, FeatureType type) {
    for (String key : KEYS) {
      if (!type.isText() && fields.get(key).isPresent()) {
        SpecNode value = fields.require(key);
        throw value.fail(value.path() + " is for text features, this one is " + type.key());
      }
    }
    fields.get("analyzer").ifPresent(TextSection::requireAnalyzer);
    Optional<String> pattern = fields.get("pattern").map(SpecNode::text);
    boolean lowerCase = fields.get("lower-case").map(SpecNode::truth).orElse(true);
    Optional<Language> stopWords = fields.get("stop-words").map(TextSection::language);
    Optional<Language> stemming = fields.get("stemming").map(TextSection::language);
    int ngrams = fields.get("ngrams").map(SpecNode::count).orElse(1);
    Optional<Integer> bits = fields.get("hash").map(SpecNode::count);
    OptionalInt hash = bits.isPresent() ? OptionalInt.of(bits.get()) : OptionalInt.empty();
    Variant variant =
        fields.get("variant").map(v -> v.choice(Variant.class)).orElse(Variant.STANDARD);
    return node.build(
        () -> new TextSpec(pattern, lowerCase, stopWords, stemming, ngrams, hash, variant));
  }

  private static Language language(SpecNode value) {
    return value.choice(List.of(Language.values()), Language::code);
  }

  /* Tokens of another analyzer may be others for the same text: what was learned would not fit. */
  private static void requireAnalyzer(SpecNode value) {
    if (!value.text().equals(TextSpec.ANALYZER)) {
      throw value.fail(
          value.path()
              + " is "
              + value.text()
              + ", this build has "
              + TextSpec.ANALYZER
              + "; leave it out and retrain");
    }
  }

  /** Writes the keys that come before {@code type}: the analyzer, and what is not the default. */
  static void write(TextSpec text, JsonGenerator out) throws IOException {
    out.writeStringField("analyzer", TextSpec.ANALYZER);
    if (text.hash().isPresent()) {
      out.writeNumberField("hash", text.hash().getAsInt());
    }
    if (!text.lowerCase()) {
      out.writeBooleanField("lower-case", false);
    }
    if (text.ngrams() > 1) {
      out.writeNumberField("ngrams", text.ngrams());
    }
    if (text.pattern().isPresent()) {
      out.writeStringField("pattern", text.pattern().get());
    }
    if (text.stemming().isPresent()) {
      out.writeStringField("stemming", text.stemming().get().code());
    }
    if (text.stopWords().isPresent()) {
      out.writeStringField("stop-words", text.stopWords().get().code());
    }
  }

  /** Writes the key that comes after {@code values}, unless it has its default. */
  static void writeVariant(TextSpec text, JsonGenerator out) throws IOException {
    if (text.variant() != Variant.STANDARD) {
      String name = text.variant().name().toLowerCase(Locale.ROOT).replace('_', '-');
      out.writeStringField("variant", name);
    }
  }
}
