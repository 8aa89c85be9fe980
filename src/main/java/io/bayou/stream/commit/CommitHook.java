package io.bayou.stream.commit;

import java.util.Map;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * A store that holds nothing: it is told before every commit of its task, in time for whatever is
 * then written to other stores to be part of the commit.
 */
public final class CommitHook implements StateStore, CachedStateStore<Void, Void> {
  /* CachedStateStore is internal to Kafka Streams, and so is the current node. In 4.3 StreamTask.prepareCommit flushes the caches
   * of all stores (ProcessorStateManager.flushCache), then the producer, and commits after that. The
   * public callbacks, StateStore.commit and CommitCallback, come too late: what they write is not in
   * the transaction. CommitHookTest fails when the version of Kafka changes, ExactlyOnceTest when
   * the hook does not do its work. */
  private final String name;
  private Runnable beforeCommit = () -> {};
  private InternalProcessorContext<?, ?> context; // null in tests of a processor alone
  private ProcessorNode<?, ?, ?, ?> node;
  private boolean open;

  private CommitHook(String name) {
    this.name = name;
  }

  /**
   * Builds one for each task.
   *
   * @param name of the store; each sub-topology needs another
   */
  public static StoreBuilder<CommitHook> builder(String name) {
    return new Builder(name);
  }

  /**
   * Sets what to do before each commit, in the name of the processor that is being initialized: it
   * may forward records then.
   */
  public void beforeCommit(Runnable action) {
    beforeCommit = action;
    node = context == null ? null : context.currentNode();
  }

  @Override
  public void flushCache() {
    if (context == null) {
      beforeCommit.run();
      return;
    }
    ProcessorNode<?, ?, ?, ?> current = context.currentNode();
    context.setCurrentNode(node);
    try {
      beforeCommit.run();
    } finally {
      context.setCurrentNode(current);
    }
  }

  @Override
  public boolean setFlushListener(CacheFlushListener<Void, Void> listener, boolean oldValues) {
    return false;
  }

  @Override
  public void clearCache() {
    beforeCommit = () -> {}; // the task goes on as a standby, which writes nothing
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void init(StateStoreContext storeContext, StateStore root) {
    if (storeContext instanceof InternalProcessorContext<?, ?> internal) {
      context = internal;
    }
    storeContext.register(root, (key, value) -> {});
    open = true;
  }

  @Override
  public void close() {
    open = false;
  }

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  private record Builder(String name) implements StoreBuilder<CommitHook> {
    @Override
    public CommitHook build() {
      return new CommitHook(name);
    }

    @Override
    public boolean loggingEnabled() {
      return false;
    }

    @Override
    public Map<String, String> logConfig() {
      return Map.of();
    }

    @Override
    public StoreBuilder<CommitHook> withCachingEnabled() {
      return this;
    }

    @Override
    public StoreBuilder<CommitHook> withCachingDisabled() {
      return this;
    }

    @Override
    public StoreBuilder<CommitHook> withLoggingEnabled(Map<String, String> config) {
      throw new UnsupportedOperationException("a hook has nothing to log");
    }

    @Override
    public StoreBuilder<CommitHook> withLoggingDisabled() {
      return this;
    }
  }
}
