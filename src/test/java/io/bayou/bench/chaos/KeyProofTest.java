package io.bayou.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the tool makes of the models of customers. */
class KeyProofTest {
  private final Keys keys = new Keys();
  private final Map<String, SortedMap<String, Long>> stored = new HashMap<>();
  private final List<Integer> asked = new ArrayList<>();
  private final KeyProof proof = new KeyProof(keys, this::model);

  private SortedMap<String, Long> model(String customer, int turn) {
    asked.add(turn % 3);
    return stored.getOrDefault(customer, new TreeMap<>());
  }

  private void learn(String customer, String label) {
    keys.learned(customer, label);
    stored.computeIfAbsent(customer, c -> new TreeMap<>()).merge(label, 1L, Long::sum);
  }

  @Test
  void shouldBeContentWithTheModelsOfTheLedger() throws InterruptedException {
    learn("ann", "buys");
    learn("ann", "leaves");
    learn("bob", "buys");
    learn("eve", "leaves");
    keys.learned("", "buys"); // no customer

    assertThat(proof.isComplete()).isTrue();
    assertThat(asked).as("instances").containsExactly(0, 1, 2);
    proof.askInstances();
    assertThat(asked).as("once").hasSize(3);
    proof.verified(
        """
        {"source":"bayou.labeled-0","from":0,"to":9,"examples":5,"verdict":"equal"}
        {"source":"key ann of bayou.labeled-0","from":0,"to":1,"examples":1,"verdict":"equal"}
        {"source":"key ann of base:bayou.labeled-1","from":0,"to":1,"examples":1,"verdict":"equal"}
        {"source":"key bob of bayou.labeled-0","from":0,"to":1,"examples":1,"verdict":"equal"}
        """);
    assertThat(proof.failures()).isEmpty();
    assertThat(proof.lost() + proof.doubled()).isZero();
    assertThat(proof.verified()).isEqualTo(2);
  }

  @Test
  void shouldNoticeASingleLostOrDoubledLabel() throws InterruptedException {
    learn("ann", "buys");
    learn("bob", "buys");
    keys.learned("ann", "leaves");
    stored.get("bob").merge("buys", 1L, Long::sum);

    assertThat(proof.isComplete()).isFalse();
    proof.askInstances();
    assertThat(proof.lost()).isEqualTo(1);
    assertThat(proof.doubled()).isEqualTo(1);
    assertThat(proof.failures())
        .containsExactly(
            "ann has learned {buys=1}, the ledger says {buys=1, leaves=1}",
            "bob has learned {buys=2}, the ledger says {buys=1}");
  }

  @Test
  void shouldNoticeWhatVerifyFinds() {
    learn("ann", "buys");
    learn("bob", "buys");

    proof.verified(
        """
        {"source":"key ann of bayou.labeled-0","from":0,"to":1,"examples":1,"verdict":"different"}
        {"source":"key bob of bayou.labeled-0","from":0,"to":1,"examples":1,"verdict":"equal"}
        {"source":"key bob of bayou.labeled-1","from":0,"to":1,"examples":1,"verdict":"equal"}
        {"source":"key eve of bayou.labeled-1","from":0,"to":1,"examples":1,"verdict":"equal"}
        """);

    assertThat(proof.failures())
        .containsExactly(
            "verify finds that ann is different",
            "verify finds 2 examples of bob, not 1",
            "verify finds 1 examples of eve, not 0");
  }
}
