package io.bayou.stream;

import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.schema.RegistryOptions;
import io.bayou.codec.schema.SchemaCache;
import io.bayou.config.AppConfig;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.health.FaultPolicy;
import io.bayou.stream.health.Readiness;
import io.bayou.stream.health.ReadinessProbe;
import io.bayou.stream.health.RestoreProgress;
import io.bayou.stream.input.PatientSchemas;
import io.bayou.stream.keyed.KeyLookup;
import io.bayou.stream.order.AwaitedSchemas;
import io.bayou.stream.order.HeldPartitions;
import io.bayou.stream.order.SchemaGate;
import io.bayou.stream.order.TimeOrderedClients;
import io.bayou.stream.topics.EventLogs;
import io.bayou.stream.topics.KafkaFutures;
import io.bayou.stream.topics.ProcessedRecords;
import io.bayou.stream.topics.TopicSetup;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the topology until it is closed or fails. Bad records never fail it. After a transient fault
 * of the cluster the thread is replaced; any other fault, or one that lasts, stops this instance
 * without committing.
 */
public final class StreamsRunner implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(StreamsRunner.class);

  private static final int CONTACT_MILLIS = 5_000;
  private static final Duration SCHEMA_PAUSE = Duration.ofMillis(500);

  private final Admin admin;
  private final PatientSchemas schemas;
  private final AwaitedSchemas awaited;
  private final KafkaStreams streams;
  private final SharedModels shared = new SharedModels();
  private final Activity activity = new Activity();
  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  private final ReadinessProbe probe = new ReadinessProbe();
  private final TopicSetup topics;
  private final FaultPolicy faults;
  private final Duration shutdownTimeout;
  private final List<String> labelTopics;
  private final Optional<String> keyedTopic;
  private final Optional<ProcessedRecords> processed; // of the join, if there is one

  /**
   * @param defaultSpec the spec of the default model, if it is created on first use
   */
  public StreamsRunner(AppConfig config, ModelSpec defaultSpec) {
    shutdownTimeout = config.stream().shutdownTimeout();
    faults = new FaultPolicy(config.stream().threads(), System::nanoTime);
    StreamOptions options = StreamOptions.of(config, defaultSpec);
    labelTopics = options.topics().join().labels();
    keyedTopic = options.topics().keyed();
    topics = new TopicSetup(config, log::info);
    admin = Admin.create(config.kafka().admin());
    processed =
        ProcessedRecords.topics(config).isEmpty()
            ? Optional.empty()
            : Optional.of(new ProcessedRecords(admin, config));
    SchemaCache cache = SchemaCache.of(config.schemaRegistry());
    schemas = new PatientSchemas(cache, SCHEMA_PAUSE);
    awaited = new AwaitedSchemas(cache, SCHEMA_PAUSE);
    HeldPartitions held = new HeldPartitions(StreamSettings.ordersByTime(config));
    InstanceServices services =
        new InstanceServices(
            shared,
            ThreadLocal.withInitial(ThreadServices::new),
            activity,
            ModelCreator.of(config),
            EventLogs.of(admin),
            held,
            () -> new RecordDecoder(config.limits(), config.schemaRegistry(), schemas),
            this::partitionsOf);
    Topology topology = LearningTopology.build(options, services);
    Properties settings = withHandlers(StreamSettings.of(config), options, activity);
    streams =
        StreamSettings.ordersByTime(config)
            ? new KafkaStreams(
                topology, settings, clients(options.eventTopics(), held, config.schemaRegistry()))
            : new KafkaStreams(topology, settings);
    streams.setUncaughtExceptionHandler(this::fail);
    probe.watch(streams);
  }

  /* What needs the schema registry waits for it before it reaches a stream thread. */
  private TimeOrderedClients clients(
      List<String> topics, HeldPartitions held, RegistryOptions registry) {
    if (registry.urls().isEmpty()) {
      return new TimeOrderedClients(topics, held, activity.lost());
    }
    Definitions models = shared.definitions();
    return new TimeOrderedClients(
        topics,
        held,
        activity.lost(),
        labelTopics,
        () -> new SchemaGate(awaited, registry, models::changes, models::all));
  }

  private int partitionsOf(String topic) {
    return KafkaFutures.get(admin.describeTopics(List.of(topic)).allTopicNames())
        .get(topic)
        .partitions()
        .size();
  }

  /** The settings with the handlers of what cannot be read and what cannot be written. */
  static Properties withHandlers(Properties settings, StreamOptions options, Activity activity) {
    Properties all = new Properties();
    all.putAll(settings);
    all.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, DeadLetters.class);
    all.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, OutputErrors.class);
    all.put(DeadLetters.DEAD_LETTERS, options.topics().deadLetters());
    all.put(DeadLetters.ACTIVITY, activity);
    return all;
  }

  private StreamThreadExceptionResponse fail(Throwable cause) {
    log.debug("a stream thread failed", cause);
    boolean passes = FaultPolicy.passes(cause) || topics.heals(cause);
    if (passes && isReplaceable(Thread.currentThread()) && faults.mayReplace(isOutage())) {
      log.warn("a stream thread failed and is replaced: {}", cause.toString());
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    failure.complete(topics.explain(cause));
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  private boolean isOutage() {
    try {
      KafkaFutures.get(
          admin.describeCluster(new DescribeClusterOptions().timeoutMs(CONTACT_MILLIS)).nodes());
      return false;
    } catch (RetriableException e) {
      return true;
    } catch (KafkaException e) { // a missing permission is a response, too
      return false;
    }
  }

  /* Kafka Streams replaces any thread but the one that fills the global stores. */
  private static boolean isReplaceable(Thread thread) {
    return !thread.getName().endsWith("-GlobalStreamThread");
  }

  public void start() {
    streams.start();
    processed.ifPresent(ProcessedRecords::start);
  }

  /** Whether this instance has restored its tasks, or others have all of them. */
  public boolean isReady() {
    return readiness().isReady();
  }

  /** The readiness of this instance. */
  public Readiness readiness() {
    return probe.readiness(streams);
  }

  /** How far the state of this instance has been restored. */
  public RestoreProgress restore() {
    return probe.restore();
  }

  public KafkaStreams streams() {
    return streams;
  }

  /** Finds the models of keys; empty if models with a scope are not served. */
  public Optional<KeyLookup> keys() {
    return keyedTopic.map(
        topic ->
            new KeyLookup(streams, LearningTopology.KEYED_STORE, topic, () -> partitionsOf(topic)));
  }

  public SharedModels models() {
    return shared;
  }

  /** The topics of labels that come later. */
  public List<String> labelTopics() {
    return labelTopics;
  }

  /** How many schemas records wait for because the registry is away. */
  public int waitingForSchemas() {
    return awaited.waiting() + schemas.waiting();
  }

  public Activity activity() {
    return activity;
  }

  /** Completed with the cause if the stream fails; never otherwise. */
  public CompletableFuture<Throwable> failure() {
    return failure;
  }

  /** Commits, leaves the group and stops; waits no longer than the shutdown timeout. */
  @Override
  public void close() {
    schemas.close();
    // By default Kafka Streams stays in the group, and nobody takes over until the session times
    // out.
    CloseOptions leaving =
        CloseOptions.timeout(shutdownTimeout)
            .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP);
    if (!streams.close(leaving)) {
      log.warn("the stream did not stop within {} ms", shutdownTimeout.toMillis());
    }
    awaited.close(); // only now: stream threads still ask it
    activity.deadLetterLog().tellAll();
    processed.ifPresent(ProcessedRecords::close);
    admin.close(Duration.ZERO);
  }
}
