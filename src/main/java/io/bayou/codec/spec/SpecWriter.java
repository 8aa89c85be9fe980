package io.bayou.codec.spec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.NumberOutput;
import io.bayou.model.spec.AverageSpec.Member;
import io.bayou.model.spec.Covariance;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NormalPrior;
import io.bayou.model.spec.Prior;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Variance;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Writes a spec as canonical JSON: sorted keys, and only what differs from the default. */
final class SpecWriter {
  /* The fast writer is there for its algorithm, not its speed: Double.toString gives other digits
   * before JDK 19 than after it, and the hash of a spec must not depend on the JDK. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  private final JsonGenerator out;
  private final ModelSpec spec;
  private final ModelSpec standard;
  private final Optional<Member> member;

  private SpecWriter(JsonGenerator out, ModelSpec spec, Optional<Member> member) {
    this.out = out;
    this.spec = spec;
    this.member = member;
    this.standard = ModelSpec.of(spec.learner());
  }

  static String write(ModelSpec spec) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      new SpecWriter(out, spec, Optional.empty()).write();
    } catch (IOException e) {
      throw new UncheckedIOException("a StringWriter does not fail", e);
    }
    return text.toString();
  }

  private void write() throws IOException {
    out.writeStartObject();
    if (spec.basis() != standard.basis()) {
      out.writeStringField("basis", key(spec.basis()));
    }
    NetworkSection.writeClass(spec.network(), out);
    covariance();
    decision();
    if (spec.estimate().isPresent()) {
      out.writeStringField("estimate", key(spec.estimate().get()));
    }
    features();
    forgetting();
    if (spec.halfLifeMillis() > 0) {
      out.writeStringField("half-life", HalfLifeSection.write(spec.halfLifeMillis()));
    }
    TableSection.writeHidden(spec.network(), out);
    out.writeStringField("learner", spec.learner().key());
    limits();
    LogisticSection.write(spec.logistic(), out);
    members();
    if (member.isPresent() && !member.get().name().equals(spec.learner().key())) {
      out.writeStringField("name", member.get().name());
    }
    NetworkSection.write(spec.network(), out);
    prior();
    smoothing();
    TableSection.write(spec.network(), out);
    if (spec.unknown() != standard.unknown()) {
      out.writeStringField("unknown", key(spec.unknown()));
    }
    variance();
    if (member.isPresent() && member.get().weight() != 1.0) {
      out.writeNumberField("weight", member.get().weight());
    }
    out.writeEndObject();
  }

  private void decision() throws IOException {
    if (spec.average().isPresent()
        && spec.average().get().decision() != standard.average().orElseThrow().decision()) {
      out.writeStringField("decision", key(spec.average().get().decision()));
    }
  }

  private void forgetting() throws IOException {
    if (spec.average().isPresent()) {
      out.writeNumberField("forgetting", spec.average().get().forgetting());
    }
  }

  /* Members and forgetting are written even where they are the defaults: those may change, and a
   * model must stay what it is. */
  private void members() throws IOException {
    if (spec.average().isEmpty()) {
      return;
    }
    out.writeArrayFieldStart("members");
    for (Member each : spec.average().get().members()) {
      new SpecWriter(out, each.spec(), Optional.of(each)).write();
    }
    out.writeEndArray();
  }

  private void covariance() throws IOException {
    Covariance covariance = spec.covariance();
    if (covariance instanceof Covariance.Default) {
      return;
    }
    out.writeObjectFieldStart("covariance");
    if (covariance instanceof Covariance.CommonPrior) {
      out.writeStringField("prior", "common");
    } else if (covariance instanceof Covariance.Plain plain) {
      out.writeStringField("denominator", CovarianceSection.key(plain.denominator()));
      fraction("identity", plain.identity());
      fraction("shrinkage", plain.shrinkage());
    } else if (covariance instanceof Covariance.Friedman friedman) {
      out.writeStringField("form", "friedman");
      out.writeNumberField("gamma", friedman.gamma());
      out.writeNumberField("lambda", friedman.lambda());
    } else if (covariance instanceof Covariance.Esl esl) {
      out.writeNumberField("alpha", esl.alpha());
      out.writeStringField("form", "esl");
    }
    out.writeEndObject();
  }

  private void fraction(String key, double value) throws IOException {
    if (value != 0.0) {
      out.writeNumberField(key, value);
    }
  }

  private void features() throws IOException {
    if (spec.features().isEmpty()) {
      return;
    }
    out.writeObjectFieldStart("features");
    for (Map.Entry<String, FeatureSpec> feature : spec.features().entrySet()) {
      out.writeFieldName(feature.getKey());
      feature(feature.getValue());
    }
    out.writeEndObject();
  }

  private void feature(FeatureSpec feature) throws IOException {
    boolean text = feature.type().isText();
    if (!text && feature.trials() == 0 && feature.equals(FeatureSpec.of(feature.type()))) {
      out.writeString(feature.type().key());
      return;
    }
    out.writeStartObject();
    if (text) {
      TextSection.write(feature.text(), out);
    }
    if (feature.bins().isPresent()) {
      BinsSection.write(feature.bins().get(), out);
    }
    if (feature.trials() > 0) {
      out.writeNumberField("n", feature.trials());
    }
    if (feature.normalPrior().isPresent()) {
      normalPrior(feature.normalPrior().get());
    }
    if (feature.smoothing().isPresent()) {
      out.writeFieldName("smoothing");
      SmoothingSection.write(feature.smoothing().get(), out);
    }
    out.writeStringField("type", feature.type().key());
    if (!feature.values().isEmpty()) {
      out.writeArrayFieldStart("values");
      for (String value : feature.values()) {
        out.writeString(value);
      }
      out.writeEndArray();
    }
    TextSection.writeVariant(feature.text(), out);
    out.writeEndObject();
  }

  private void normalPrior(NormalPrior prior) throws IOException {
    out.writeObjectFieldStart("prior");
    out.writeNumberField("alpha", prior.alpha());
    out.writeNumberField("beta", prior.beta());
    out.writeNumberField("kappa", prior.kappa());
    out.writeNumberField("mean", prior.mean());
    out.writeEndObject();
  }

  private void limits() throws IOException {
    Limits limits = spec.limits();
    if (limits.equals(standard.limits())) {
      return;
    }
    out.writeObjectFieldStart("limits");
    limit("categories", limits.categories(), standard.limits().categories());
    limit("classes", limits.classes(), standard.limits().classes());
    limit("features", limits.features(), standard.limits().features());
    limit("tokens", limits.tokens(), standard.limits().tokens());
    out.writeEndObject();
  }

  private void limit(String key, int value, int standardValue) throws IOException {
    if (value != standardValue) {
      out.writeNumberField(key, value);
    }
  }

  private void prior() throws IOException {
    Prior prior = spec.prior();
    if (prior.equals(standard.prior())) {
      return;
    }
    out.writeFieldName("prior");
    if (prior instanceof Prior.Dirichlet dirichlet) {
      out.writeString("dirichlet(" + NumberOutput.toString(dirichlet.alpha(), true) + ")");
    } else if (prior instanceof Prior.ByClass by) {
      out.writeStartObject();
      numbers("dirichlet", by.alphas(), out);
      out.writeEndObject();
    } else if (prior instanceof Prior.Fixed fixed) {
      out.writeStartObject();
      for (Map.Entry<String, Double> entry : fixed.probabilities().entrySet()) {
        out.writeNumberField(entry.getKey(), entry.getValue());
      }
      out.writeEndObject();
    } else {
      out.writeString(prior instanceof Prior.Empirical ? "empirical" : "uniform");
    }
  }

  /** A map from names to numbers. */
  static void numbers(String key, SortedMap<String, Double> values, JsonGenerator out)
      throws IOException {
    out.writeObjectFieldStart(key);
    for (Map.Entry<String, Double> entry : values.entrySet()) {
      out.writeNumberField(entry.getKey(), entry.getValue());
    }
    out.writeEndObject();
  }

  private void smoothing() throws IOException {
    Smoothing smoothing = spec.smoothing();
    if (smoothing.equals(standard.smoothing())) {
      return;
    }
    out.writeFieldName("smoothing");
    SmoothingSection.write(smoothing, out);
  }

  private void variance() throws IOException {
    Variance variance = spec.variance();
    if (variance.equals(standard.variance())) {
      return;
    }
    out.writeObjectFieldStart("variance");
    if (variance instanceof Variance.Shrink shrink) {
      out.writeNumberField("floor", shrink.floor());
      out.writeNumberField("k", shrink.k());
      out.writeStringField("rule", "shrink");
    } else if (variance instanceof Variance.Sklearn sklearn) {
      out.writeStringField("rule", "sklearn");
      out.writeNumberField("smoothing", sklearn.smoothing());
    } else if (variance instanceof Variance.Population population) {
      out.writeStringField("rule", "population");
      out.writeNumberField("smoothing", population.smoothing());
    } else {
      out.writeStringField("rule", variance instanceof Variance.Pooled ? "pooled" : "sample");
    }
    out.writeEndObject();
  }

  private static String key(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
