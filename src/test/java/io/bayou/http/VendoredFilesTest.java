package io.bayou.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What others wrote is as they published it: uPlot 1.6.32 of npm. */
class VendoredFilesTest {
  @ParameterizedTest
  @CsvSource({
    "uplot.iife.min.js, 19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f",
    "uplot.min.css, df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04",
    "uplot.license.txt, 8f989229699b4fe2f1a0432d0e9edc338a8a911e250e2d1b01ecd770a5f5b1bd",
  })
  void shouldBeUnchanged(String name, String sha256) throws Exception {
    byte[] file = StaticFiles.resource("/web/vendor/" + name).orElseThrow();

    byte[] digest = MessageDigest.getInstance("SHA-256").digest(file);
    assertThat(HexFormat.of().formatHex(digest)).isEqualTo(sha256);
  }
}
