package io.bayou.bench.chaos;

import io.bayou.bench.JsonObjects;
import io.bayou.bench.chaos.Ledger.Kind;
import io.bayou.bench.chaos.Ledger.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** The report: faults and findings. */
final class Report {
  private final Map<String, Object> figures = new LinkedHashMap<>();
  private final List<String> failures;

  Report(ChaosOptions options, Journal journal, Ledger ledger, Fleet fleet, Proof proof) {
    failures = proof.failures();
    figures.put("ok", failures.isEmpty());
    figures.put("plan", options.plan().toString().toLowerCase(Locale.ROOT));
    figures.put("seed", options.seed());
    figures.put("minutes", options.minutes());
    figures.put("faults", new TreeSet<>(options.faults()).toString().toLowerCase(Locale.ROOT));
    figures.put("brokers", options.brokers());
    figures.put("instances", options.instances());
    figures.put("rate", options.rate());
    done(journal, fleet);
    found(ledger, proof);
    figures.put("maxRssMb", fleet.maxResident());
    figures.put("lastWords", journal.under(Fleet.LAST_WORDS));
    figures.put("refusals", journal.under(Operations.REFUSED));
    figures.put("failures", failures);
  }

  private void done(Journal journal, Fleet fleet) {
    figures.put("kills", journal.of(Fault.KILL, Fault.WIPE));
    figures.put("stateDeleted", journal.of(Fault.WIPE));
    figures.put("freezes", journal.of(Fault.FREEZE));
    figures.put("brokerKills", journal.of(Fault.BROKER));
    figures.put("outages", journal.of(Fault.OUTAGE));
    figures.putAll(journal.durations());
    figures.put("brokerRestarts", journal.of(Fault.ROLL));
    figures.put("terminations", journal.of(Fault.TERMINATE));
    figures.put("restarts", fleet.restarts());
    figures.put("selfExits", fleet.selfExits());
    figures.put("growths", journal.of(Fault.PARTITIONS));
    for (String what :
        List.of("deletions", "retrains", "promotions", "rollbacks", "verifications")) {
      figures.put(what, journal.of(what));
    }
  }

  private void found(Ledger ledger, Proof proof) {
    figures.put("labeled", ledger.sent(Kind.LABEL));
    figures.put("questions", ledger.sent(Kind.QUESTION));
    figures.put("unconfirmed", ledger.unconfirmedRecords());
    figures.put("lost", proof.lost());
    figures.put("doubled", proof.doubled());
    figures.put("unanswered", ledger.missing(Kind.QUESTION, Outcome.ANSWER));
    figures.put("answeredTwice", ledger.repeated(Kind.QUESTION, Outcome.ANSWER));
    figures.put("orders", ledger.sent(Kind.PATIENT) + ledger.sent(Kind.HASTY));
    figures.put("laterLabels", ledger.sent(Kind.PATIENT_LABEL) + ledger.sent(Kind.HASTY_LABEL));
    figures.put("examples", ledger.joins().examples());
    figures.put("unjoined", ledger.joins().unjoined());
    figures.put("joinedTwice", ledger.joins().joinedTwice());
    figures.put("laterLabelsRefused", ledger.letters(Kind.HASTY_LABEL));
    figures.put("customers", ledger.keys().byCustomer().size());
    figures.put("customerLabels", ledger.sent(Kind.CUSTOMER_LABEL));
    figures.put("customerQuestions", ledger.sent(Kind.CUSTOMER));
    figures.put("customerLabelsLost", proof.keys().lost());
    figures.put("customerLabelsDoubled", proof.keys().doubled());
    figures.put("customersVerified", proof.keys().verified());
    figures.put("verifyEqual", proof.verifyEqual());
    figures.put("poison", ledger.sent(Kind.POISON));
    figures.put("deadLetters", ledger.letters(Kind.POISON));
    figures.put("doubtful", ledger.sent(Kind.DOUBTFUL));
    figures.put("doubtfulRefused", ledger.letters(Kind.DOUBTFUL));
    figures.put("passingQuestions", ledger.sent(Kind.PASSING));
    figures.put("passingAnswered", ledger.answers(Kind.PASSING));
    figures.put("passingRefused", ledger.letters(Kind.PASSING));
    figures.put("passingLabels", ledger.sent(Kind.PASSING_LABEL));
    figures.put("passingLabelsLearned", proof.passingLearned());
    figures.put("passingLabelsRefused", ledger.letters(Kind.PASSING_LABEL));
    figures.put("passingLabelsReplaced", proof.passingReplaced());
  }

  boolean isOk() {
    return failures.isEmpty();
  }

  void json(PrintWriter out) throws IOException {
    JsonObjects.line(figures, out);
  }

  void table(PrintWriter out) {
    figures.forEach(
        (name, value) -> {
          if (value instanceof Map<?, ?> map) {
            map.forEach((what, times) -> out.printf("%-18s %s × %s%n", name, times, what));
          } else if (value instanceof List<?> list) {
            list.forEach(item -> out.printf("%-18s %s%n", "FAILED", item));
          } else {
            out.printf("%-18s %s%n", name, value);
          }
        });
    out.println(isOk() ? "everything holds" : "NOT everything holds");
  }
}
