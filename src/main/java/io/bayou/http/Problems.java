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

/** Gives every error response the same form. */
final class Problems {
  private static final Logger log = LoggerFactory.getLogger(Problems.class);

  private Problems() {}

  static void handle(RoutesConfig routes) {
    routes.exception(Problem.class, (problem, context) -> send(context, problem));
    routes.exception(
        HttpResponseException.class,
        (e, context) -> send(context, new Problem(e.getStatus(), detail(e.getStatus()))));
    routes.exception(Exception.class, (e, context) -> unexpected(context, e));
  }

  private static String detail(int status) {
    return switch (status) {
      case 404 -> "there is nothing here; see /openapi.json";
      case 405 -> "this path does not support the method; see /openapi.json";
      case 500 -> "internal error; see the log";
      case 503 -> "too many requests are being served already; retry later";
      default -> HttpStatus.getMessage(status);
    };
  }

  private static void unexpected(Context context, Exception e) {
    if (e instanceof CompletionException && e.getCause() instanceof Problem problem) {
      send(context, problem);
      return;
    }
    log.error("{} {} failed", context.method(), context.path(), e);
    send(context, new Problem(500, detail(500)));
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

  /** Errors of Jetty, before a handler runs: broken or ambiguous requests, or too many. */
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
      String detail = code < 500 ? "the request is not valid HTTP" : detail(code);
      byte[] json = new Problem(code, detail).json();
      response.write(true, ByteBuffer.wrap(json), callback);
    }
  }
}
