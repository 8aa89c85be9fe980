package io.bayou.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives every error the same shape, wherever it comes from. */
final class Problems {
  private static final Logger log = LoggerFactory.getLogger(Problems.class);

  private Problems() {}

  static void handle(RoutesConfig routes) {
    routes.exception(Problem.class, (problem, context) -> send(context, problem));
    routes.exception(
        HttpResponseException.class,
        (e, context) -> send(context, Problem.of(e.getStatus(), title(e.getStatus()), detail(e))));
    routes.exception(Exception.class, (e, context) -> unexpected(context, e));
  }

  private static String detail(HttpResponseException e) {
    return switch (e.getStatus()) {
      case 404 -> "nothing is here; see /openapi.json";
      case 405 -> "that method is not for this path; see /openapi.json";
      default -> title(e.getStatus());
    };
  }

  private static void unexpected(Context context, Exception e) {
    if (e instanceof CompletionException && e.getCause() instanceof Problem problem) {
      send(context, problem);
      return;
    }
    log.error("{} {} failed", context.method(), context.path(), e);
    send(context, Problem.of(500, "Internal server error", "this is a fault of ours; see the log"));
  }

  private static void send(Context context, Problem problem) {
    Guard.addHeaders(context);
    context.status(problem.status());
    context.contentType(Problem.TYPE);
    if (problem.retryAfterSeconds() > 0) {
      context.header("Retry-After", Integer.toString(problem.retryAfterSeconds()));
    }
    context.result(problem.json());
  }

  private static String title(int status) {
    return HttpStatus.getMessage(status);
  }

  /** For requests that never become one: broken, ambiguous, with endless headers, or too many. */
  static final class OfJetty extends ErrorHandler {
    private static final String RETRY_AFTER_SECONDS = "5";

    @Override
    protected void generateResponse(
        Request request,
        Response response,
        int code,
        String message,
        Throwable cause,
        Callback callback) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.TYPE);
      if (code == HttpStatus.SERVICE_UNAVAILABLE_503) { // of RequestBudget
        response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_AFTER_SECONDS);
      }
      byte[] json = Problem.of(code, title(code), detail(code)).json();
      response.write(true, ByteBuffer.wrap(json), callback);
    }

    private static String detail(int code) {
      return switch (code) {
        case 500 -> "this is a fault of ours; see the log";
        case 503 -> "too many requests are being served already; come back later";
        default -> "the request is not valid HTTP";
      };
    }
  }
}
