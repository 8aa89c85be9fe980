package io.bayou.build;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the scripts do about programs that tests need, on a machine that is made up, and about the
 * JVM.
 */
class CheckScriptTest {
  private static final Path COMMON = Path.of("bin/common.sh").toAbsolutePath();

  @TempDir private Path machine;

  @BeforeEach
  void installTheUsual() throws IOException {
    for (String program : List.of("find", "awk", "sort", "id", "cat")) {
      program(program, "PATH=/usr/bin:/bin exec " + program + " \"$@\"");
    }
    program("sudo", "shift; exec \"$@\"");
  }

  /** The optimizing compiler would cost more than it saves. */
  @Test
  void shouldTakeTheFirstCompilerForCommandsThatEndSoon() throws Exception {
    program("wc", "exec /usr/bin/wc \"$@\"");
    Path small = Files.writeString(machine.resolve("small.csv"), "x,label\n1,a\n");
    Path zipped = Files.copy(small, machine.resolve("small.csv.gz"));
    Path large = Files.write(machine.resolve("large.csv"), new byte[200_000]);

    assertThat(bash("quick_flags config")).contains("TieredStopAtLevel=1");
    assertThat(bash("quick_flags")).contains("TieredStopAtLevel=1");
    assertThat(bash("quick_flags classify --data=" + small)).contains("TieredStopAtLevel=1");
    assertThat(bash("quick_flags evaluate --data " + small)).contains("TieredStopAtLevel=1");
    assertThat(bash("quick_flags evaluate --data " + large)).isEmpty();
    assertThat(bash("quick_flags evaluate --data " + zipped)).isEmpty();
    assertThat(bash("quick_flags evaluate --suite directory")).isEmpty();
    assertThat(bash("quick_flags search --data " + small)).isEmpty();
    assertThat(bash("JAVA_OPTS=-Xmx1g; quick_flags config || true")).isEmpty();
  }

  @Test
  void shouldInstallWhatIsMissingAndMayBeInstalled() throws Exception {
    program(
        "apt-get",
        """
        echo "$@" >>$machine/asked
        for program in kcat chromium chromedriver promtool python3; do
          printf '#!/bin/sh\\n' >$machine/$program
          /bin/chmod +x $machine/$program
        done\
        """);

    assertThat(bash("install_test_programs && echo all there")).contains("all there");
    assertThat(Files.readString(machine.resolve("asked")))
        .isEqualTo(
            "install -y --no-install-recommends kcat chromium chromium-driver"
                + " fonts-dejavu-core python3\n");
    assertThat(bash("install_test_programs && echo nothing to do")).isEqualTo("nothing to do\n");
  }

  @Test
  void shouldTakePromtoolWithoutItsServer() throws Exception {
    for (String program : List.of("kcat", "chromium", "chromedriver", "python3")) {
      program(program, "exit 0");
    }
    for (String program : List.of("mktemp", "rm", "mkdir", "install")) {
      program(program, "PATH=/usr/bin:/bin exec " + program + " \"$@\"");
    }
    program(
        "apt-get", "echo \"$@\" >>$machine/asked; [ $1 != download ] || echo package >${2}_1.deb");
    program("dpkg-deb", "mkdir -p $3/usr/bin && echo promtool >$3/usr/bin/promtool");
    program(
        "sudo", "shift; [ $1 = install ] && mkdir -p $machine/usr && cat $2 >$machine/promtool");
    program("id", "echo 1000");

    bash("install_test_programs || true");
    assertThat(Files.readString(machine.resolve("asked")))
        .endsWith("download prometheus\n")
        .doesNotContain("install -y --no-install-recommends prometheus");
    assertThat(Files.readString(machine.resolve("promtool"))).isEqualTo("promtool\n");
  }

  @Test
  void shouldLeaveTheMachineAloneIfToldSo() throws Exception {
    program("apt-get", "echo \"$@\" >>$machine/asked");

    assertThat(bash("BAYOU_INSTALL=no install_test_programs || echo missing"))
        .isEqualTo("missing\n");
    assertThat(machine.resolve("asked")).doesNotExist();
  }

  @Test
  void shouldNameTheCommandIfItMayNotInstall() throws Exception {
    program("apt-get", "exit 100");
    program("kcat", "exit 0");

    assertThat(
            bash("install_test_programs || { echo \"no\" $(missing_programs); install_advice; }"))
        .contains(
            """
            no chromium chromedriver promtool python3
            sudo apt-get install -y kcat chromium chromium-driver fonts-dejavu-core python3 prometheus
            """);
    Files.delete(machine.resolve("apt-get"));
    assertThat(bash("install_test_programs || install_advice"))
        .startsWith("install chromium chromedriver promtool python3 with the package manager");
  }

  @Test
  void shouldListSkippedTestsAndSkippedClasses() throws Exception {
    Path reports = Files.createDirectory(machine.resolve("reports"));
    Files.writeString(
        reports.resolve("TEST-a.xml"),
        """
        <testsuite name="a.T" tests="2">
          <testcase name="shouldRun" classname="a.T" time="0.1"/>
          <testcase name="shouldSkip" classname="a.T" time="0.0">
            <skipped type="x"/>
          </testcase>
        </testsuite>
        """);
    Files.writeString(
        reports.resolve("TEST-b.xml"),
        """
        <testsuite name="b.T" tests="1">
          <testcase name="" classname="b.T" time="0.0">
            <skipped message="@EnabledIf"/>
          </testcase>
        </testsuite>
        """);

    assertThat(bash("skipped_tests $machine/reports $machine/nowhere"))
        .isEqualTo("a.T.shouldSkip\nb.T\n");
    assertThat(bash("skipped_tests $machine/nowhere && echo none")).isEqualTo("none\n");
  }

  private void program(String name, String script) throws IOException {
    Path file = Files.writeString(machine.resolve(name), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** Runs a command with the functions of bin/common.sh and only the programs of the machine. */
  private String bash(String command) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            "/bin/bash", "-c", "set -euo pipefail; home=.; . " + COMMON + "; " + command);
    builder.environment().put("PATH", machine.toString());
    builder.environment().put("machine", machine.toString());
    builder.environment().remove("BAYOU_INSTALL");
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
