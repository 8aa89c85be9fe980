package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.javalin.http.Context;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Server-sent events. Each of the few clients has its own thread, so a slow one delays nobody. */
record EventStream(LiveFeed feed, Duration heartbeat) {
  private static final Logger log = LoggerFactory.getLogger(EventStream.class);

  private static final byte[] HELLO = "retry: 2000\n\n".getBytes(UTF_8);
  private static final byte[] HEARTBEAT = ": still here\n\n".getBytes(UTF_8);

  /**
   * Sends events until the client disconnects.
   *
   * @throws Problem if there are too many clients already
   */
  void serve(Context context) throws IOException {
    Subscription subscription =
        feed.subscribe()
            .orElseThrow(
                () ->
                    Problem.unavailable(
                        LiveFeed.MAX_LISTENERS + " clients listen already; retry later"));
    CompletableFuture<Void> end = new CompletableFuture<>();
    AsyncContext request = context.req().startAsync();
    request.setTimeout(0); // Javalin would set one
    request.addListener(new Release(feed, subscription));
    context.future(() -> end);
    HttpServletResponse response = context.res();
    response.setContentType("text/event-stream;charset=utf-8");
    response.setHeader("X-Accel-Buffering", "no");
    response.setHeader("Connection", "close"); // when the stream ends, the server stops
    HttpServer.daemons("http-stream").newThread(() -> write(response, subscription, end)).start();
  }

  private void write(
      HttpServletResponse response, Subscription subscription, CompletableFuture<Void> end) {
    try {
      write(response.getOutputStream(), subscription);
    } catch (IOException e) {
      log.debug("a client of /stream went away: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end.complete(null);
    }
  }

  private void write(ServletOutputStream out, Subscription subscription)
      throws IOException, InterruptedException {
    send(out, HELLO);
    while (!subscription.isEnded()) {
      byte[] message = subscription.next(heartbeat);
      send(out, message == null ? HEARTBEAT : message);
    }
  }

  private static void send(ServletOutputStream out, byte[] message) throws IOException {
    out.write(message);
    out.flush();
  }

  /* Released not after the last event but when Jetty is done, so that Jetty can stop cleanly. */
  private record Release(LiveFeed feed, Subscription subscription) implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {
      feed.unsubscribe(subscription);
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {
      subscription.end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
