package io.bayou.build;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What {@code pom.xml} says, in the words of {@link BuildParityTest}. */
final class MavenBuild {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(.+)}");

  private final Node project;
  private final Map<String, String> properties;

  private MavenBuild(Node project) {
    this.project = project;
    this.properties =
        elements("/project/properties/*").stream()
            .collect(Collectors.toMap(Element::getNodeName, Element::getTextContent));
  }

  static MavenBuild read(Path pom) {
    try {
      return new MavenBuild(
          DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile()));
    } catch (IOException | ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("cannot read " + pom, e);
    }
  }

  String version() {
    return elements("/project/version").get(0).getTextContent();
  }

  /** By {@code group:artifact}, version and scope. */
  SortedMap<String, String> libraries() {
    SortedMap<String, String> libraries = new TreeMap<>();
    for (Element bom : elements("/project/dependencyManagement/dependencies/dependency")) {
      libraries.put(module(bom), versionOf(bom) + " import");
    }
    for (Element library : elements("/project/dependencies/dependency")) {
      String scope = text(library, "scope");
      libraries.put(
          module(library), versionOf(library) + " " + (scope.isEmpty() ? "compile" : scope));
    }
    for (Element processor : elements("//annotationProcessorPaths/path")) {
      libraries.put(module(processor), versionOf(processor) + " processor");
    }
    for (Element plugin : elements("//plugin[artifactId='avro-maven-plugin']")) {
      libraries.put("org.apache.avro:avro-compiler", versionOf(plugin) + " generator");
    }
    return libraries;
  }

  List<String> compilerArguments() {
    return elements("//compilerArgs/arg").stream().map(Element::getTextContent).toList();
  }

  /** The options of the JVM that runs the tests, without those of some Java versions only. */
  SortedSet<String> testJvm() {
    String line = elements("//argLine").get(0).getTextContent().replace("${quiet.jvm}", " ");
    return new TreeSet<>(
        List.of(
            line.replace("${project.build.directory}", "BUILD")
                .replace("--add-exports ", "--add-exports=")
                .trim()
                .split("\\s+")));
  }

  /** How many such JVMs run at once. */
  String testForks() {
    return elements("//forkCount").get(0).getTextContent();
  }

  /** Where the sources of the tools are, below the project's root. */
  String benchSources() {
    return below(
        "basedir", "//execution[id='compile-bench']//compileSourceRoots/compileSourceRoot");
  }

  /** Where the jar of the tools goes, below the build's directory, and its classifier. */
  String benchJar() {
    String execution = "//execution[id='bench-jar']/configuration/";
    return below("build.directory", execution + "outputDirectory")
        + " "
        + elements(execution + "classifier").get(0).getTextContent();
  }

  /** What is compiled for the tests, below the project's root. */
  List<String> testSources() {
    return elements("//execution[id='default-testCompile']//compileSourceRoot").stream()
        .map(element -> element.getTextContent().replace("${project.basedir}/", ""))
        .toList();
  }

  /** What the tests see besides classes and libraries, below the build's directory. */
  List<String> testClasspath() {
    return elements("//additionalClasspathElements/additionalClasspathElement").stream()
        .map(element -> element.getTextContent().replace("${project.build.directory}/", ""))
        .toList();
  }

  private String below(String directory, String xpath) {
    return elements(xpath).get(0).getTextContent().replace("${project." + directory + "}/", "");
  }

  /** The version in its own element, or else that of the imported list for its group. */
  private String versionOf(Element library) {
    String version = text(library, "version");
    if (version.isEmpty()) {
      return elements("/project/dependencyManagement/dependencies/dependency").stream()
          .filter(bom -> text(library, "groupId").startsWith(text(bom, "groupId")))
          .map(this::versionOf)
          .findFirst()
          .orElseThrow(() -> new IllegalStateException(module(library) + " has no version"));
    }
    var reference = REFERENCE.matcher(version);
    return reference.matches() ? properties.get(reference.group(1)) : version;
  }

  private List<Element> elements(String xpath) {
    try {
      NodeList nodes =
          (NodeList)
              XPathFactory.newInstance()
                  .newXPath()
                  .evaluate(xpath, project, XPathConstants.NODESET);
      return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
    } catch (XPathException e) {
      throw new IllegalStateException(xpath, e);
    }
  }

  private static String module(Element library) {
    return text(library, "groupId") + ":" + text(library, "artifactId");
  }

  private static String text(Element parent, String name) {
    NodeList found = parent.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent();
  }
}
