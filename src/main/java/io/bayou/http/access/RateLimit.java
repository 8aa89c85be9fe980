package io.bayou.http.access;

/** A token bucket: a number of requests per second, and as many at once after a pause. */
public final class RateLimit {
  private final double perSecond;
  private double tokens;
  private long last;

  public RateLimit(int perSecond, long nanoTime) {
    this.perSecond = perSecond;
    tokens = perSecond;
    last = nanoTime;
  }

  /** Takes one token, if there is one. */
  public synchronized boolean tryAcquire(long nanoTime) {
    tokens = Math.min(perSecond, tokens + Math.max(0, nanoTime - last) * perSecond / 1e9);
    last = nanoTime;
    if (tokens < 1.0) {
      return false;
    }
    tokens -= 1.0;
    return true;
  }
}
