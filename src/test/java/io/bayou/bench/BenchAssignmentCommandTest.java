package io.bayou.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchAssignmentCommandTest {
  private static List<Map<String, Object>> simulate(String option) {
    Cli run = Cli.tools("bench", "assignment", "--json", option);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return Json.lines(run.out());
  }

  private static Map<String, Object> last(List<Map<String, Object>> all, String step) {
    return all.stream()
        .filter(line -> line.get("after").equals(step))
        .reduce((a, b) -> b)
        .orElseThrow();
  }

  private static Map<String, Object> first(List<Map<String, Object>> all, String step) {
    return all.stream().filter(line -> line.get("after").equals(step)).findFirst().orElseThrow();
  }

  @Test
  void shouldShareTheTasksOfALostZoneEvenly() {
    List<Map<String, Object>> all = simulate("--partitions=96");

    assertThat(first(all, "start"))
        .containsEntry("instances", 6)
        .containsEntry("fewestTasks", 16)
        .containsEntry("mostTasks", 16)
        .containsEntry("mostOfThread", 8);
    assertThat(first(all, "zone lost"))
        .containsEntry("instances", 4)
        .containsEntry("mostTasks", 24)
        .containsEntry("mostOfThread", 12)
        .containsEntry("moved", 32)
        .containsEntry("restored", 32);
    assertThat(first(all, "zone back"))
        .as("who has nothing restored yet gets nothing")
        .containsEntry("fewestTasks", 0);
    assertThat(last(all, "zone back")).containsEntry("fewestTasks", 16);
  }

  @Test
  void shouldRestoreNothingThatHasAStandbyInAnotherZone() {
    List<Map<String, Object>> all = simulate("--standbys=1");

    assertThat(first(all, "start")).containsEntry("copies", 96);
    assertThat(first(all, "zone lost")).containsEntry("moved", 32).containsEntry("restored", 0);
    assertThat(last(all, "zone lost")).containsEntry("mostTasks", 24).containsEntry("copies", 96);
  }

  @Test
  void shouldRefuseAGroupThatHasNoZoneToLose() {
    Cli run = Cli.tools("bench", "assignment", "--zones=1");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("a simulation needs", "two zones");
  }
}
