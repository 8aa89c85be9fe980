package io.bayou.stream.topics;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsResult;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsResult;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.internals.CoordinatorKey;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.internals.KafkaFutureImpl;

/** Answers what a replay asks an admin client. Kafka's own results cannot be made from outside. */
final class FakeAdmin implements InvocationHandler {
  private final FakeKafka kafka;

  private FakeAdmin(FakeKafka kafka) {
    this.kafka = kafka;
  }

  static Admin of(FakeKafka kafka) {
    FakeAdmin handler = new FakeAdmin(kafka);
    Admin admin =
        (Admin)
            Proxy.newProxyInstance(
                FakeAdmin.class.getClassLoader(), new Class<?>[] {Admin.class}, handler);
    kafka.opened(handler.client);
    return admin;
  }

  /** Stands for the client: known to be open or closed. */
  private static final class Client implements AutoCloseable {
    @Override
    public void close() {}
  }

  private final Client client = new Client();

  @Override
  public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
    return switch (method.getName()) {
      case "describeConsumerGroups" -> describe((Collection<?>) args[0]);
      case "listConsumerGroupOffsets" -> committed((Map<?, ?>) args[0]);
      case "listOffsets" -> offsets((Map<?, ?>) args[0]);
      case "close" -> {
        kafka.closed(client);
        yield null;
      }
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private DescribeConsumerGroupsResult describe(Collection<?> groups) {
    Map<String, KafkaFuture<ConsumerGroupDescription>> answers = new HashMap<>();
    for (Object group : groups) {
      answers.put((String) group, describe((String) group));
    }
    return new DescribeConsumerGroupsResult(answers);
  }

  private KafkaFuture<ConsumerGroupDescription> describe(String id) {
    if (kafka.group().failure != null) {
      return failed(kafka.group().failure);
    }
    if (!kafka.group().known) {
      return failed(new GroupIdNotFoundException(id));
    }
    MemberDescription member =
        new MemberDescription(
            "member",
            Optional.empty(),
            Optional.empty(),
            "client",
            "host",
            null,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return KafkaFuture.completedFuture(
        new ConsumerGroupDescription(
            id,
            false,
            kafka.group().running ? List.of(member) : List.of(),
            "",
            GroupType.CONSUMER,
            GroupState.STABLE,
            Node.noNode(),
            Set.of(),
            Optional.empty(),
            Optional.empty()));
  }

  private ListConsumerGroupOffsetsResult committed(Map<?, ?> groups) throws Exception {
    String id = (String) groups.keySet().iterator().next();
    ListConsumerGroupOffsetsSpec wanted = (ListConsumerGroupOffsetsSpec) groups.get(id);
    Map<TopicPartition, OffsetAndMetadata> answer = new HashMap<>();
    if (kafka.group().pendingAnswers.getAndUpdate(n -> Math.max(0, n - 1)) == 0) {
      wanted.topicPartitions().forEach(p -> answer.put(p, kafka.group().committed.get(p)));
    }
    KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> future =
        kafka.group().failure != null
            ? failed(kafka.group().failure)
            : KafkaFuture.completedFuture(answer);
    Constructor<ListConsumerGroupOffsetsResult> constructor =
        ListConsumerGroupOffsetsResult.class.getDeclaredConstructor(Map.class);
    constructor.setAccessible(true);
    return constructor.newInstance(Map.of(CoordinatorKey.byGroupId(id), future));
  }

  private ListOffsetsResult offsets(Map<?, ?> wanted) throws Exception {
    Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> answers = new HashMap<>();
    for (Map.Entry<?, ?> each : wanted.entrySet()) {
      TopicPartition partition = (TopicPartition) each.getKey();
      long offset = offset(kafka.log(partition), (OffsetSpec) each.getValue());
      answers.put(
          partition,
          KafkaFuture.completedFuture(new ListOffsetsResultInfo(offset, -1, Optional.empty())));
    }
    return new ListOffsetsResult(answers);
  }

  private static long offset(FakeKafka.FakeLog log, OffsetSpec rule) throws Exception {
    if (rule instanceof OffsetSpec.EarliestSpec) {
      return log.first;
    }
    if (rule instanceof OffsetSpec.LatestSpec) {
      return log.end;
    }
    Method timestamp = OffsetSpec.TimestampSpec.class.getDeclaredMethod("timestamp");
    timestamp.setAccessible(true);
    long since = (long) timestamp.invoke(rule);
    return log.records.stream()
        .filter(record -> record.timestamp() >= since)
        .mapToLong(ConsumerRecord::offset)
        .findFirst()
        .orElse(-1);
  }

  private static <T> KafkaFuture<T> failed(RuntimeException failure) {
    KafkaFutureImpl<T> future = new KafkaFutureImpl<>();
    future.completeExceptionally(failure);
    return future;
  }
}
