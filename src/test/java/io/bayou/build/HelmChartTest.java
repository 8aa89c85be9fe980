package io.bayou.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import io.bayou.config.AppConfig;
import io.bayou.config.ConfigLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The chart, linted and rendered by Helm itself. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64") // for which the builds have its library
@SuppressWarnings("unchecked") // YAML
class HelmChartTest {
  private static final Path CHART = Path.of("deploy/helm");

  @TempDir private Path directory;

  @Test
  void shouldPassLint() {
    LintResult result = new Helm(CHART).lint().strict().call();

    assertThat(result.isFailed()).as(String.join("\n", result.getMessages())).isFalse();
  }

  @Test
  void shouldRunWithoutAVolumeBecauseModelsAreInMemory() throws Exception {
    Rendered chart = render("");

    assertThat(chart.kinds())
        .containsExactlyInAnyOrder(
            "ConfigMap", "Deployment", "PodDisruptionBudget", "Service", "ServiceAccount");
    assertThat(chart.at("Deployment", "spec.strategy.rollingUpdate"))
        .isEqualTo(Map.of("maxSurge", 1, "maxUnavailable", 0));
    assertThat(chart.at("PodDisruptionBudget", "spec.maxUnavailable")).isEqualTo(1);
    assertThat(chart.at("PodDisruptionBudget", "spec.selector"))
        .isEqualTo(chart.at("Deployment", "spec.selector"));
    assertThat(chart.at("Deployment", "spec.template.spec.volumes").toString())
        .contains("name=state, emptyDir");
  }

  @Test
  void shouldProbeThePortThatNeedsNoToken() throws Exception {
    Map<String, Object> container = container(render(""), "Deployment");
    AppConfig config = settings(render(""));

    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      Object path = probe.equals("readinessProbe") ? "/ready" : "/health";
      assertThat(at(container, probe + ".httpGet"))
          .isEqualTo(Map.of("path", path, "port", "metrics"));
    }
    assertThat(config.http().access().metrics().orElseThrow().port()).isEqualTo(9464);
    assertThat(container.get("ports"))
        .isEqualTo(
            List.of(
                Map.of("name", "http", "containerPort", config.http().port()),
                Map.of("name", "metrics", "containerPort", 9464)));
  }

  @Test
  void shouldSetOnlyKnownSettingsAndTakeSecretsFromTheEnvironment() throws Exception {
    String values =
        """
        settings: {kafka.bootstrap.servers: "a:1,b:2", num.stream.threads: 2, http.port: 1}
        secrets:
          http.read.token: {secret: other, key: token}
          kafka.sasl.jaas.config: {secret: kafka, key: jaas}
        tls: {secret: cert}
        """;
    AppConfig config = settings(render(values));

    assertThat(config.kafka().bootstrapServers()).isEqualTo("a:1,b:2");
    assertThat(config.http().port()).as("the chart's own").isEqualTo(8080);
    assertThat(config.http().host()).isEqualTo("0.0.0.0");
    assertThat(config.http().allowedHosts()).contains("bayou", "bayou.shop.svc");
    assertThat(config.http().access().readToken()).isPresent();
    assertThat(config.http().access().tls()).isPresent();
    assertThat(container(render(values), "Deployment").get("volumeMounts").toString())
        .contains("/etc/bayou/tls");
  }

  /* Another instance may have the model of a key. */
  @Test
  void shouldTellOtherPodsItsAddress() throws Exception {
    List<Map<String, Object>> variables =
        (List<Map<String, Object>>) container(render(""), "Deployment").get("env");

    assertThat(settings(render("")).http().advertisedAddress()).isEqualTo("10.0.0.7:8080");
    assertThat(variables.toString())
        .as("a variable is known to those after it")
        .matches(".*POD_IP.*status\\.podIP.*BAYOU_HTTP_ADVERTISED_ADDRESS.*");
    String own = "settings: {http.advertised.address: 'proxy:1'}";
    assertThat(settings(render(own)).http().advertisedAddress()).isEqualTo("proxy:1");
  }

  @Test
  void shouldLetPodsAskEachOtherForKeys() throws Exception {
    Rendered chart = render("{networkPolicy: {enabled: true}, settings: {keyed.enabled: true}}");

    Object from = List.of(Map.of("podSelector", chart.at("NetworkPolicy", "spec.podSelector")));
    Object ports = List.of(Map.of("port", "http", "protocol", "TCP"));
    assertThat(chart.at("NetworkPolicy", "spec.ingress"))
        .isEqualTo(List.of(Map.of("from", from, "ports", ports)));
  }

  @Test
  void shouldNotRunAsRootNorWriteOutsideItsVolumes() throws Exception {
    Rendered chart = render("");

    assertThat(at(container(chart, "Deployment"), "securityContext"))
        .isEqualTo(
            Map.of(
                "allowPrivilegeEscalation", false,
                "readOnlyRootFilesystem", true,
                "capabilities", Map.of("drop", List.of("ALL"))));
    Object user = chart.at("Deployment", "spec.template.spec.securityContext.runAsUser");
    assertThat(Files.readString(Path.of("docker/Dockerfile"))).contains("USER " + user);
  }

  @Test
  void shouldKeepWhatWaitsForLabelsOnAVolume() throws Exception {
    Rendered chart = render("persistence: {enabled: true, size: 3Gi, storageClass: fast}");

    assertThat(chart.kinds()).contains("StatefulSet").doesNotContain("Deployment");
    assertThat(chart.at("StatefulSet", "spec.volumeClaimTemplates").toString())
        .contains("name=state", "storage=3Gi", "storageClassName=fast");
    assertThat(chart.at("StatefulSet", "spec.template.spec.volumes").toString())
        .doesNotContain("name=state,");
    assertThat(settings(chart).stream().stateDirectory())
        .isEqualTo(Path.of("/var/lib/bayou/state"));
  }

  @Test
  void shouldLetOnlyTheNamedPeersIn() throws Exception {
    assertThat(render("networkPolicy: {enabled: true}").at("NetworkPolicy", "spec.ingress"))
        .isEqualTo(List.of());
    Rendered chart =
        render(
            """
            networkPolicy:
              enabled: true
              clients: [{podSelector: {matchLabels: {app: shop}}}]
              monitoring: [{namespaceSelector: {}}]
            """);
    assertThat(chart.at("NetworkPolicy", "spec.ingress").toString())
        .matches(".*app=shop.*port=http.*namespaceSelector=.*port=metrics.*");
  }

  @Test
  void shouldScaleByLagWithKeda() throws Exception {
    Rendered chart =
        render(
            """
            autoscaling: {enabled: true, topics: [payments], maxReplicas: 8}
            settings: {application.id: shop, kafka.bootstrap.servers: "k:9092"}
            """);

    assertThat((Map<String, Object>) chart.at("Deployment", "spec")).doesNotContainKey("replicas");
    assertThat(chart.at("ScaledObject", "spec.scaleTargetRef.name"))
        .isEqualTo(chart.at("Deployment", "metadata.name"));
    assertThat(chart.at("ScaledObject", "spec.triggers").toString())
        .contains("consumerGroup=shop", "topic=payments", "bootstrapServers=k:9092");
  }

  @Test
  void shouldBringItsMonitoring() throws Exception {
    Rendered chart =
        render(
            "{serviceMonitor: {enabled: true}, alerts: {enabled: true}, board: {enabled: true}}");

    assertThat(chart.at("ServiceMonitor", "spec.endpoints").toString())
        .contains("port=metrics", "path=/metrics");
    assertThat(chart.at("Service", "spec.ports").toString()).contains("name=metrics");
    assertThat(chart.at("PrometheusRule", "spec"))
        .isEqualTo(load(Files.readString(CHART.resolve("files/alerts.yaml"))).get(0));
    assertThat(chart.toString()).contains("bayou.json");
  }

  @Test
  void shouldRenderOnlyWhatKubernetesTakes() throws Exception {
    String all =
        "networkPolicy: {enabled: true}\nserviceMonitor: {enabled: true}\nboard: {enabled: true}\n";
    for (String values : List.of(all, all + "persistence: {enabled: true}\n")) {
      List<Map<String, Object>> own =
          render(values).all().stream().filter(KubernetesObjects::isKnown).toList();
      assertThat(own).hasSizeGreaterThan(6);
      assertThat(own)
          .allSatisfy(
              object ->
                  assertThat(KubernetesObjects.read(object).getMetadata().getName())
                      .startsWith("bayou"));
    }
  }

  @Test
  void shouldRefuseWhatKubernetesDoesNotTake() throws Exception {
    Map<String, Object> service = render("").of("Service");
    ((Map<String, Object>) service.get("spec")).put("portz", List.of());
    assertThatThrownBy(() -> KubernetesObjects.read(service)).hasMessageContaining("portz");

    Map<String, Object> deployment = render("").of("Deployment");
    ((Map<String, Object>) deployment.get("spec")).put("replicas", "two");
    assertThatThrownBy(() -> KubernetesObjects.read(deployment)).hasMessageContaining("replicas");
  }

  @Test
  void shouldRefuseToRunWithoutAToken() {
    assertThatThrownBy(() -> render("secrets: {http.token: null}"))
        .hasMessageContaining("secrets.http.token is missing");
  }

  private Rendered render(String values) throws Exception {
    TemplateCommand command = new Helm(CHART).template().withName("bayou").withNamespace("shop");
    if (!values.isEmpty()) {
      command.withValuesFile(Files.writeString(directory.resolve("values.yaml"), values));
    }
    return new Rendered(load(command.call()));
  }

  private static List<Map<String, Object>> load(String yaml) {
    Load load = new Load(LoadSettings.builder().build());
    return StreamSupport.stream(load.loadAllFromString(yaml).spliterator(), false)
        .filter(Objects::nonNull)
        .map(object -> (Map<String, Object>) object)
        .toList();
  }

  /** The configuration of the container: its file and its environment. */
  private AppConfig settings(Rendered chart) throws Exception {
    Path file = directory.resolve("bayou.properties");
    Files.writeString(
        file,
        chart.of("ConfigMap").get("data") instanceof Map<?, ?> data
            ? data.get("bayou.properties").toString()
            : "");
    Map<String, String> environment = new TreeMap<>();
    String kind = chart.kinds().contains("StatefulSet") ? "StatefulSet" : "Deployment";
    for (Map<String, Object> variable :
        (List<Map<String, Object>>) container(chart, kind).get("env")) {
      String value = variable.getOrDefault("value", "secret").toString();
      environment.put(variable.get("name").toString(), value.replace("$(POD_IP)", "10.0.0.7"));
    }
    environment.remove("JAVA_OPTS");
    return new ConfigLoader().file(file).environment(environment).load().app();
  }

  private static Map<String, Object> container(Rendered chart, String kind) {
    return ((List<Map<String, Object>>) chart.at(kind, "spec.template.spec.containers")).get(0);
  }

  private static Object at(Map<String, Object> object, String path) {
    Object found = object;
    for (String name : path.split("\\.", -1)) {
      found = ((Map<String, Object>) found).get(name);
      assertThat(found).as(path).isNotNull();
    }
    return found;
  }

  /** What was rendered; one object of each kind. */
  private record Rendered(List<Map<String, Object>> all) {
    List<String> kinds() {
      return all.stream().map(object -> object.get("kind").toString()).toList();
    }

    Map<String, Object> of(String kind) {
      return all.stream()
          .filter(object -> object.get("kind").equals(kind))
          .findFirst()
          .orElseThrow();
    }

    Object at(String kind, String path) {
      return HelmChartTest.at(of(kind), path);
    }
  }
}
