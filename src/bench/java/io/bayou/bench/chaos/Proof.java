package io.bayou.bench.chaos;

import io.bayou.bench.BayouCli;
import io.bayou.bench.BayouInstance;
import io.bayou.bench.JsonValues;
import io.bayou.bench.chaos.Ledger.Kind;
import io.bayou.bench.chaos.Ledger.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Compares Bayou's results with the ledger once everything is quiescent. */
final class Proof {
  private static final Set<Object> SOUND = Set.of("equal", "imported", "older", "deleted");
  private static final Set<Object> GAPS = Set.of("not_covered", "not_published");

  private static final List<String> MODELS =
      List.of(Topics.DEFAULT, Topics.STEADY, Topics.ABUSED, Topics.PATIENT, Topics.HASTY);

  private static final String KEYS = "--keys=1000";
  private static final int FIRST = 1;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration MAX_WAIT = Duration.ofMinutes(15);
  private static final Duration POLL = Duration.ofSeconds(2);

  private final Ledger ledger;
  private final Fleet fleet;
  private final Inquiries commands;
  private final Journal journal;
  private final List<String> failures = new ArrayList<>();
  private final KeyProof keys;
  private long lost;
  private long doubled;
  private long passingLearned;
  private long passingReplaced;
  private boolean verifyEqual = true;

  Proof(Ledger ledger, Fleet fleet, Inquiries commands, Journal journal) {
    this.ledger = ledger;
    this.fleet = fleet;
    this.commands = commands;
    this.journal = journal;
    keys = new KeyProof(ledger.keys(), this::ofCustomer);
  }

  /** Waits until all results are as expected, or nothing has changed for a while. */
  void settle() throws InterruptedException {
    long end = System.nanoTime() + MAX_WAIT.toNanos();
    long lastChange = System.nanoTime();
    List<Object> before = List.of();
    while (System.nanoTime() - end < 0 && System.nanoTime() - lastChange < PATIENCE.toNanos()) {
      List<Object> now = state();
      if (isComplete()) {
        return;
      }
      if (!now.equals(before)) {
        lastChange = System.nanoTime();
        before = now;
      }
      Thread.sleep(POLL.toMillis());
    }
    journal.say("nothing changes any more, but not all is as it should be");
  }

  private List<Object> state() throws InterruptedException {
    List<Object> state = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      state.add(ledger.answers(kind));
      state.add(ledger.letters(kind));
    }
    for (BayouInstance instance : fleet.instances()) {
      state.add(counts(instance));
    }
    return state;
  }

  private boolean isComplete() throws InterruptedException {
    if (ledger.missing(Kind.QUESTION, Outcome.ANSWER) > 0
        || ledger.missing(Kind.POISON, Outcome.LETTER) > 0
        || ledger.missing(Kind.PASSING, Outcome.EITHER) > 0
        || ledger.missing(Kind.PATIENT, Outcome.ANSWER) > 0
        || ledger.missing(Kind.HASTY, Outcome.ANSWER) > 0
        || ledger.missing(Kind.CUSTOMER, Outcome.ANSWER) > 0
        || ledger.joins().unjoined() > 0) {
      return false;
    }
    for (BayouInstance instance : fleet.instances()) {
      if (!counts(instance).equals(ledger.labels())) {
        return false;
      }
    }
    return keys.isComplete();
  }

  private Map<String, SortedMap<String, Long>> counts(BayouInstance instance)
      throws InterruptedException {
    Map<String, SortedMap<String, Long>> counts = new TreeMap<>();
    for (String model : ledger.labels().keySet()) {
      counts.put(model, classes(instance.get("/models/" + model).orElse("")));
    }
    return counts;
  }

  /* Mostly another instance is asked than the one that has it. */
  private SortedMap<String, Long> ofCustomer(String customer, int turn)
      throws InterruptedException {
    List<BayouInstance> instances = fleet.instances();
    String path = "/models/" + Topics.PERSONAL + "/keys/" + customer.replace(" ", "%20");
    return classes(instances.get(turn % instances.size()).get(path).orElse(""));
  }

  /** Examples by class, in the JSON of a model. */
  private static SortedMap<String, Long> classes(String json) {
    SortedMap<String, Long> counts = new TreeMap<>();
    JsonValues.asObject(JsonValues.object(json).get("classes"))
        .forEach(
            (label, statistics) -> {
              Map<String, Object> fields = JsonValues.asObject(statistics);
              Object count = fields.getOrDefault("count", fields.get("examples"));
              counts.put(label, count instanceof Number number ? number.longValue() : -1L);
            });
    return counts;
  }

  /** Fills in the findings; errors are in {@link #failures()}. */
  void judge() throws InterruptedException {
    beginCommands();
    countLabels();
    compareInstances();
    accountForPassing(verify(Topics.PASSING));
    require(lost == 0, lost + " labels lost");
    require(doubled == 0, doubled + " labels counted twice");
    requireNone(Kind.QUESTION, Outcome.ANSWER, "questions");
    requireNone(Kind.POISON, Outcome.LETTER, "poisonous records, by dead letters,");
    requireNone(Kind.PASSING, Outcome.EITHER, "questions to models that come and go");
    judgeJoins();
    judgeKeys();
    long twice = ledger.repeated(Kind.DOUBTFUL, Outcome.EITHER);
    require(twice == 0, twice + " doubtful records have more than one outcome");
    require(ledger.letters(Kind.LABEL) == 0, "good labels became dead letters");
    require(ledger.letters(Kind.QUESTION) == 0, "good questions became dead letters");
    require(ledger.answers(Kind.POISON) == 0, "poison was answered");
    require(ledger.foreign() == 0, ledger.foreign() + " answers or letters that nobody sent");
    for (String model : MODELS) {
      verify(model);
    }
    journal.under(Operations.WRONG).forEach((what, times) -> failures.add(times + " × " + what));
    int gone = fleet.instances().size() - fleet.running();
    require(gone == 0, gone + " instances are gone for good");
  }

  private void beginCommands() {
    for (String model : ledger.labels().keySet()) {
      commands.begin(show(model));
    }
    commands.begin(show(Topics.PASSING));
    commands.begin(verification(Topics.PASSING));
    commands.begin(verification(Topics.PERSONAL, KEYS));
    for (String model : MODELS) {
      commands.begin(verification(model));
    }
  }

  private static String[] show(String model) {
    return new String[] {"models", "show", model, "--json"};
  }

  private static String[] verification(String model, String... options) {
    List<String> words = new ArrayList<>(List.of("verify", model, "--json"));
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }

  private void judgeJoins() {
    requireNone(Kind.PATIENT, Outcome.ANSWER, "orders");
    requireNone(Kind.HASTY, Outcome.ANSWER, "hasty orders");
    Joins joins = ledger.joins();
    long twice = Math.max(0, joins.joinedTwice() - ledger.unconfirmedRecords());
    require(joins.unjoined() == 0, joins.unjoined() + " orders did not meet their labels");
    require(twice == 0, twice + " orders met a label twice");
    require(ledger.letters(Kind.PATIENT_LABEL) == 0, "labels in time became dead letters");
    long refused = ledger.repeated(Kind.HASTY_LABEL, Outcome.LETTER);
    require(refused == 0, refused + " late labels with more than one dead letter");
  }

  private void judgeKeys() throws InterruptedException {
    requireNone(Kind.CUSTOMER, Outcome.ANSWER, "questions of customers");
    long strangers = ledger.keys().strangers();
    require(strangers == 0, strangers + " questions were answered for another customer");
    require(ledger.letters(Kind.CUSTOMER) == 0, "questions of customers became dead letters");
    require(ledger.letters(Kind.CUSTOMER_LABEL) == 0, "labels of customers became dead letters");
    keys.askInstances();
    keys.verified(verify(Topics.PERSONAL, KEYS));
    if (active(fleet.instances().get(0)) != FIRST) {
      keys.verified(verify(Topics.PERSONAL + "@" + FIRST, KEYS)); // has gone on learning
    }
    failures.addAll(keys.failures());
  }

  private static long active(BayouInstance instance) throws InterruptedException {
    String model = instance.get("/models/" + Topics.PERSONAL).orElse("");
    return JsonValues.asLong(JsonValues.object(model).get("activeVersion"));
  }

  private void requireNone(Kind kind, Outcome outcome, String what) {
    long missing = ledger.missing(kind, outcome);
    long repeated = ledger.repeated(kind, outcome);
    require(missing == 0, missing + " " + what + " without an outcome");
    require(repeated == 0, repeated + " " + what + " with more than one outcome");
  }

  private void require(boolean condition, String failure) {
    if (!condition) {
      failures.add(failure);
    }
  }

  private void countLabels() throws InterruptedException {
    for (Map.Entry<String, SortedMap<String, Long>> model : ledger.labels().entrySet()) {
      BayouCli.Result shown = commands.of(show(model.getKey()));
      SortedMap<String, Long> counted = classes(shown.out());
      require(shown.done(), "models show " + model.getKey() + ": " + shown.error());
      SortedMap<String, Long> all = new TreeMap<>(counted);
      model.getValue().keySet().forEach(label -> all.putIfAbsent(label, 0L));
      for (String label : all.keySet()) {
        long missing = model.getValue().getOrDefault(label, 0L) - all.get(label);
        lost += Math.max(0, missing);
        doubled += Math.max(0, -missing);
      }
    }
    doubled = Math.max(0, doubled - ledger.unconfirmedRecords());
  }

  private void compareInstances() throws InterruptedException {
    List<BayouInstance> instances = fleet.instances();
    for (BayouInstance instance : instances) {
      require(
          Objects.equals(counts(instance), ledger.labels()),
          instance.process().name() + " does not show the counts of the ledger");
    }
  }

  /** Returns its output. */
  private String verify(String model, String... options) throws InterruptedException {
    BayouCli.Result result = commands.of(verification(model, options));
    List<String> wrong = result.out().lines().filter(line -> !isSound(model, line)).toList();
    if (!wrong.isEmpty() || (!result.done() && result.out().isBlank())) {
      verifyEqual = false;
      failures.add("verify " + model + ": " + (wrong.isEmpty() ? result.error() : wrong.get(0)));
    }
    return result.out();
  }

  /* Labels that the recreated model does not cover are checked one by one. */
  private static boolean isSound(String model, String line) {
    Object verdict = JsonValues.object(line).get("verdict");
    return SOUND.contains(verdict) || (model.equals(Topics.PASSING) && GAPS.contains(verdict));
  }

  private void accountForPassing(String verified) throws InterruptedException {
    BayouCli.Result shown = commands.of(show(Topics.PASSING));
    require(shown.done(), "models show " + Topics.PASSING + ": " + shown.error());
    PassingLabels labels =
        new PassingLabels(
            ledger.passingLabels(),
            verified.lines().map(PassingLabels.Finding::of).toList(),
            new PassingLabels.Last(createdAt(shown.out()), ledger.passingKnownAt()),
            ledger.unconfirmedRecords());
    passingLearned = labels.learned();
    passingReplaced = labels.replaced();
    lost += labels.lost();
    doubled += labels.doubled();
    labels.failures().forEach(failure -> failures.add(Topics.PASSING + ": " + failure));
  }

  /* It has one version: it is never retrained. */
  private static long createdAt(String json) {
    return JsonValues.asList(JsonValues.object(json).get("versions")).stream()
        .mapToLong(version -> JsonValues.asLong(JsonValues.asObject(version).get("createdAt")))
        .max()
        .orElse(0);
  }

  long lost() {
    return lost;
  }

  long doubled() {
    return doubled;
  }

  /** The models of customers. */
  KeyProof keys() {
    return keys;
  }

  /** Labels in the recreated model at the end. */
  long passingLearned() {
    return passingLearned;
  }

  /** Labels newer than that model, but learned by the one before it. */
  long passingReplaced() {
    return passingReplaced;
  }

  boolean verifyEqual() {
    return verifyEqual;
  }

  List<String> failures() {
    return List.copyOf(failures);
  }
}
