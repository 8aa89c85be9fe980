package io.bayou.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Replays several partitions at once; the first failure ends all of them. */
final class ReplayWorkers {
  private ReplayWorkers() {}

  static <T> List<T> run(int parallel, List<Callable<T>> tasks) throws InterruptedException {
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.max(1, Math.min(parallel, tasks.size())));
    try {
      CompletionService<T> completion = new ExecutorCompletionService<>(threads);
      List<Future<T>> futures = new ArrayList<>();
      tasks.forEach(task -> futures.add(completion.submit(task)));
      for (int i = 0; i < tasks.size(); i++) {
        completion.take().get(); // in order of completion, so that a failure shows at once
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow(); // interrupts the consumers, which then give up
    }
  }
}
