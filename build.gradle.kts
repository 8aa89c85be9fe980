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
    implementation(libs.kafka.broker)
    implementation(libs.kafka.clients)
    implementation(libs.kafka.streams)
    implementation(libs.picocli)
    implementation(libs.slf4j.api)
    implementation(libs.snakeyaml.engine)
    runtimeOnly(libs.log4j.slf4j2)

    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.archunit)
    testImplementation(libs.assertj)
    testImplementation(libs.awaitility)
    testImplementation(libs.google.java.format)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.kafka.streams.test.utils)
    testRuntimeOnly(libs.junit.launcher)

    annotationProcessor(libs.errorprone.core)
    testAnnotationProcessor(libs.errorprone.core)
}
