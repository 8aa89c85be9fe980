package io.bayou.demo;

import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Text messages, some of them spam. Each spam campaign has new words to learn. */
public final class SmsStream extends DemoStream {
  private static final double SPAM = 0.3;

  /** The share of ordinary words in a spam message. */
  private static final double PLAIN_WORDS = 0.45;

  private static final int MIN_WORDS = 5;
  private static final int MORE_WORDS = 9;

  /* About one campaign: the words of the one before are soon forgotten. */
  private static final long HALF_LIFE_MILLIS = 4_000;

  private record Campaign(String name, List<String> words) {}

  private static final List<Campaign> CAMPAIGNS =
      List.of(
          new Campaign("prizes", words("win free prize cash claim winner urgent lucky draw txt")),
          new Campaign("parcels", words("parcel delivery fee track address customs held pay link")),
          new Campaign("loans", words("loan approved credit rate apply debt bank instant limit")));

  private static final List<String> PLAIN =
      words(
          "hi are you coming home later for dinner ok see love call me when the bus is late we can"
              + " meet at six thanks sorry what time tomorrow pay link free rate");

  private final int campaign;

  /**
   * @param campaign how many messages a campaign lasts
   */
  public SmsStream(long seed, int campaign) {
    super(
        "sms",
        ModelSpec.builder(LearnerKind.NAIVE_BAYES)
            .feature("text", FeatureType.MULTINOMIAL)
            .halfLifeMillis(HALF_LIFE_MILLIS)
            .build(),
        "{\"text\":\"claim your free prize\",\"night\":true}",
        seed);
    this.campaign = campaign;
  }

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  @Override
  Drawn draw(long index, SplittableRandom random) {
    Campaign now = phase(CAMPAIGNS, index, campaign);
    boolean spam = random.nextDouble() < SPAM;
    Map<String, Object> features = new LinkedHashMap<>();
    features.put("text", text(now, spam, random));
    features.put("night", random.nextDouble() < (spam ? 0.4 : 0.15));
    return new Drawn(features, spam ? "spam" : "ham", now.name);
  }

  private static String text(Campaign now, boolean spam, SplittableRandom random) {
    List<String> words = new ArrayList<>();
    int length = MIN_WORDS + random.nextInt(MORE_WORDS);
    for (int i = 0; i < length; i++) {
      boolean plain = !spam || random.nextDouble() < PLAIN_WORDS;
      words.add(Draws.one(plain ? PLAIN : now.words, random));
    }
    return String.join(" ", words);
  }
}
