import org.apache.avro.compiler.specific.SpecificCompiler
import org.apache.avro.generic.GenericData.StringType

buildscript {
    repositories { mavenCentral() }
    dependencies { classpath(libs.avro.compiler) }
}

plugins {
    application
    jacoco
}

group = "io.bayou"
version = "0.1.0-SNAPSHOT"

dependencies {
    implementation(platform(libs.jackson.bom))
    implementation(libs.avro)
    implementation(libs.fastcsv)
    implementation(libs.jackson.core)
    implementation(libs.javalin)
    implementation(libs.kafka.broker)
    implementation(libs.kafka.clients)
    implementation(libs.kafka.metadata)
    implementation(libs.kafka.raft)
    implementation(libs.kafka.server)
    implementation(libs.kafka.server.common)
    implementation(libs.kafka.streams)
    implementation(libs.lucene.analysis)
    implementation(libs.lucene.core)
    implementation(libs.micrometer.prometheus)
    implementation(libs.picocli)
    implementation(libs.log4j.core)
    implementation(libs.protobuf)
    implementation(libs.slf4j.api)
    implementation(libs.snakeyaml.engine)
    runtimeOnly(libs.log4j.slf4j2)

    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.archunit)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
    testImplementation(libs.google.java.format)
    testImplementation(libs.fabric8.apps) // what Kubernetes takes: the rendered chart is read as its objects
    testImplementation(libs.fabric8.networking)
    testImplementation(libs.fabric8.policy)
    testImplementation(libs.helm.java) // Helm itself, to lint and render the chart
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.kafka.streams.test.utils)
    testImplementation(libs.selenium.chrome)
    testRuntimeOnly(libs.axe) { isTransitive = false } // for the script that it holds
    testRuntimeOnly(libs.kafka.tools) { isTransitive = false } // finds the rest beside the broker
    testRuntimeOnly(libs.helm.linux) // its native part, for this platform only
    testRuntimeOnly(libs.junit.launcher)

    annotationProcessor(libs.errorprone.core)
    testAnnotationProcessor(libs.errorprone.core)
}

application {
    applicationName = "bayou"
    mainClass = "io.bayou.app.Main"
}

/** Generates one Java class per record of schemas/ (the Avro schemas of every topic). */
abstract class GenerateAvro : DefaultTask() {
    @get:InputDirectory
    abstract val schemas: DirectoryProperty

    @get:OutputDirectory
    abstract val output: DirectoryProperty

    @TaskAction
    fun generate() {
        output.get().asFile.deleteRecursively() // classes of a schema that is gone
        val files = schemas.get().asFile.listFiles { file -> file.extension == "avsc" }!!.sorted()
        val parser = org.apache.avro.Schema.Parser()
        files.forEach { file ->
            val compiler = SpecificCompiler(parser.parse(file))
            compiler.setStringType(StringType.String)
            compiler.setOutputCharacterEncoding("UTF-8")
            compiler.compileToDestination(file, output.get().asFile)
        }
    }
}

val generateAvro by tasks.registering(GenerateAvro::class) {
    group = "build"
    description = "Generates Java classes from schemas/*.avsc."
    schemas = layout.projectDirectory.dir("schemas")
    output = layout.buildDirectory.dir("generated/avro")
}

sourceSets.main { java.srcDir(generateAvro.flatMap { it.output }) }

// Chaos and floods: they use the product, the product does not know them.
val bench = sourceSets.create("bench") {
    compileClasspath += sourceSets.main.get().output
    runtimeClasspath += sourceSets.main.get().output
}

configurations[bench.implementationConfigurationName].extendsFrom(configurations.implementation.get())
configurations[bench.runtimeOnlyConfigurationName].extendsFrom(configurations.runtimeOnly.get())
configurations[bench.annotationProcessorConfigurationName]
    .extendsFrom(configurations.annotationProcessor.get())

dependencies {
    testImplementation(bench.output) // the tests start it as a process and check its packages and proofs
}

val benchJar by tasks.registering(Jar::class) {
    group = "build"
    description = "Assembles a jar of the tools in src/bench."
    archiveClassifier = "bench"
    from(bench.output)
}

distributions.main {
    contents {
        into("bench") { from(benchJar) }
    }
}

// What is published: bayou, bayou-model and bayou-client (src/artifacts). Each has a POM, and jars of its classes, sources and
// documentation, in build/artifacts.
val published = tasks.register("artifacts") {
    group = "build"
    description = "Assembles what is published."
}

listOf(
    Triple("bayou-model", "io.bayou.model", "io/bayou/model/**/*.java"),
    Triple("bayou-client", "io.bayou.client", "io/bayou/client/*.java"),
    Triple("bayou", "io.bayou", "io/bayou/**/*.java"),
).forEach { (name, module, documented) ->
    val patterns = file("src/artifacts/$name.classes").readLines()
    val main = sourceSets.main.get()
    val directory = layout.buildDirectory.dir("artifacts")

    val classes = tasks.register<Jar>("$name-jar") {
        archiveFileName = "$name.jar"
        destinationDirectory = directory
        from(main.output) { include(patterns) }
        into("META-INF") { from("LICENSE") }
        manifest {
            attributes(
                "Implementation-Title" to name,
                "Implementation-Version" to project.version,
                "Automatic-Module-Name" to module,
            )
        }
    }
    val sources = tasks.register<Jar>("$name-sources") {
        archiveFileName = "$name-sources.jar"
        destinationDirectory = directory
        from(main.allSource) { include(patterns) }
        into("META-INF") { from("LICENSE") }
    }
    val javadoc = tasks.register<Javadoc>("$name-javadoc") {
        source = fileTree("src/main/java") { include(documented) }
        classpath = main.output + main.compileClasspath
        setDestinationDir(layout.buildDirectory.dir("javadoc/$name").get().asFile)
        title = "$name ${project.version}"
        (options as StandardJavadocDocletOptions).apply {
            encoding = "UTF-8"
            docEncoding = "UTF-8"
            charSet = "UTF-8"
            addBooleanOption("quiet", true)
            addBooleanOption("notimestamp", true)
            addBooleanOption("Xdoclint:all,-missing", true)
        }
    }
    val documentation = tasks.register<Jar>("$name-documentation") {
        archiveFileName = "$name-javadoc.jar"
        destinationDirectory = directory
        from(javadoc)
    }
    published { dependsOn(classes, sources, documentation) }
}

val poms by tasks.registering(Copy::class) {
    group = "build"
    description = "Fills in the versions of the POMs."
    val versions =
        mapOf(
            "version" to project.version.toString(),
            "avro.version" to libs.versions.avro.get(),
            "jackson.version" to libs.versions.jackson.get(),
            "kafka.version" to libs.versions.kafka.get(),
            "lucene.version" to libs.versions.lucene.get(),
            "protobuf.version" to libs.versions.protobuf.get(),
            "slf4j.version" to libs.versions.slf4j.get(),
            "snakeyamlEngine.version" to libs.versions.snakeyamlEngine.get(),
            "scm.url" to providers.gradleProperty("scm.url").getOrElse(""),
        )
    inputs.properties(versions)
    from("src/artifacts") {
        include("*.pom")
        filter<org.apache.tools.ant.filters.ReplaceTokens>("tokens" to versions)
    }
    from("pom.xml") { // a published POM has the address itself: a property of it would be empty
        rename { "bayou.pom" }
        filter { line: String -> line.replace("\${scm.url}", versions.getValue("scm.url")) }
    }
    into(layout.buildDirectory.dir("artifacts"))
}
published { dependsOn(poms) }

// Error Prone works inside javac; Maven's JVM gets the same flags from this file.
val javacFlags = file(".mvn/jvm.config").readText().trim().split(Regex("\\s+"))

// google-java-format, which FormatTest runs, needs these.
val testFlags =
    listOf("api", "code", "file", "parser", "tree", "util").flatMap {
        listOf("--add-exports", "jdk.compiler/com.sun.tools.javac.$it=ALL-UNNAMED")
    }

// Java 24 and later warn about what Kafka's libraries do with native code and memory.
val quietFlags =
    if (JavaVersion.current() >= JavaVersion.VERSION_24) {
        listOf("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
    } else {
        emptyList<String>()
    }

tasks.withType<JavaCompile>().configureEach {
    options.release = 17
    options.encoding = "UTF-8"
    options.isFork = true
    options.forkOptions.jvmArgs = javacFlags
    options.compilerArgs.addAll(
        listOf(
            "-Xlint:all,-processing,-serial",
            "-Werror",
            "-XDcompilePolicy=simple",
            "--should-stop=ifError=FLOW",
            "-XDaddTypeAnnotationsToSymbol=true",
            "-Xplugin:ErrorProne -XepDisableWarningsInGeneratedCode -XepExcludedPaths:.*/generated/.*" +
                " -Xep:MissingSummary:OFF -Xep:StringSplitter:OFF -Xep:InlineMeSuggester:OFF" +
                " -Xep:EffectivelyPrivate:OFF -Xep:EnumOrdinal:OFF -Xep:LabelledBreakTarget:OFF",
        ),
    )
}

tasks.jar {
    manifest {
        attributes(
            "Main-Class" to "io.bayou.app.Main",
            "Implementation-Title" to "Bayou",
            "Implementation-Version" to project.version,
        )
    }
}

/** Prints what was run in the words of Maven, so that both builds can be read alike. */
class Summary : TestListener {
    override fun beforeSuite(suite: TestDescriptor) = Unit

    override fun beforeTest(testDescriptor: TestDescriptor) = Unit

    override fun afterTest(testDescriptor: TestDescriptor, result: TestResult) = Unit

    override fun afterSuite(suite: TestDescriptor, result: TestResult) {
        if (suite.parent == null) {
            println(
                "Tests run: ${result.testCount}, Failures: ${result.failedTestCount}, " +
                    "Skipped: ${result.skippedTestCount}",
            )
        }
    }
}

tasks.test {
    useJUnitPlatform {
        val excluded = providers.gradleProperty("excludedTags").getOrElse("")
        if (excluded.isNotEmpty()) excludeTags(*excluded.split(",").toTypedArray())
    }
    maxParallelForks = 2 // tests of processes mostly wait
    maxHeapSize = "2g"
    jvmArgs(testFlags + quietFlags + "-Dfile.encoding=UTF-8")
    systemProperty("build.directory", layout.buildDirectory.get().asFile.path)
    // Switches of the tests, such as -Dformat.fix=true; Maven passes on whatever it is given.
    listOf(
        "bayou.datasets",
        "bayou.oracles",
        "docs.fix",
        "docs.images",
        "format.fix",
        "fuzz.seed",
        "fuzz.times",
        "prop.runs",
        "prop.seed",
    ).forEach { name -> System.getProperty(name)?.let { systemProperty(name, it) } }
    outputs.upToDateWhen { false } // tests also read files that Gradle does not know as their inputs
    testLogging { events("failed", "skipped") }
    addTestListener(Summary())
    finalizedBy(tasks.jacocoTestReport)
}

tasks.named<JavaExec>("run") {
    standardInput = System.`in`
    jvmArgs(quietFlags)
}
