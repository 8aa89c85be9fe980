package io.bayou.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Bounds how many requests run at a time, and for how long; others wait without a thread. The
 * server has more threads than all budgets together, so probes never wait for other requests.
 */
final class RequestBudget extends QoSHandler {
  private static final int MAX_REQUESTS = 32;

  /* They wait for Kafka and must not delay other requests. */
  private static final int MAX_INTAKES = 16;

  /** How many threads requests may hold. */
  static final int MAX_THREADS = MAX_REQUESTS + MAX_INTAKES;

  private static final String INTAKE = "/events";

  /* Its clients have their own threads and their own limit. */
  private static final String STREAM = "/stream";

  private static final int MAX_WAITING = 512;
  private static final Duration MAX_WAIT = Duration.ofSeconds(5);

  private RequestBudget(int requests) {
    setMaxRequestCount(requests);
    setMaxSuspendedRequestCount(MAX_WAITING);
    setMaxSuspend(MAX_WAIT);
  }

  /** The handler in front of all others. */
  static Handler.Singleton of(HttpServer.Deadlines deadlines) {
    RequestBudget requests = new RequestBudget(MAX_REQUESTS);
    requests.excludePath("/health", "/ready", STREAM, INTAKE);
    RequestBudget intakes = new RequestBudget(MAX_INTAKES);
    intakes.includePath(INTAKE);
    requests.setHandler(intakes);
    return new Deadline(deadlines.request(), requests);
  }

  /**
   * Closes the connection of a client that neither sends nor reads, because its thread waits for
   * the socket. The idle timeout does not help: every byte restarts it.
   */
  private static final class Deadline extends Handler.Wrapper {
    private final Duration limit;

    Deadline(Duration limit, Handler next) {
      super(next);
      this.limit = limit;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      if (!mayTakeLong(request)) {
        EndPoint client = request.getConnectionMetaData().getConnection().getEndPoint();
        Scheduler.Task end =
            request
                .getComponents()
                .getScheduler()
                .schedule(
                    () -> client.close(new TimeoutException("the request took too long")),
                    limit.toMillis(),
                    TimeUnit.MILLISECONDS);
        Request.addCompletionListener(request, failure -> end.cancel());
      }
      return super.handle(request, response, callback);
    }

    /* A change of versions reads all snapshots and must not end without a result; such a request
     * has no body to wait for. */
    private static boolean mayTakeLong(Request request) {
      String path = Request.getPathInContext(request);
      return path.equals(STREAM)
          || (HttpMethod.POST.is(request.getMethod())
              && (path.endsWith("/promote") || path.endsWith("/rollback")));
    }
  }
}
