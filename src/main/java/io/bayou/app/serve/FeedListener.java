package io.bayou.app.serve;

import io.bayou.http.LiveFeed;
import io.bayou.http.Metrics;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.stream.StreamListener;

/** Passes the stream's events on to the clients that watch over HTTP. */
final class FeedListener implements StreamListener {
  private final LiveFeed feed;
  private final Metrics metrics;

  FeedListener(LiveFeed feed, Metrics metrics) {
    this.feed = feed;
    this.metrics = metrics;
  }

  @Override
  public boolean wantsAnswer(long now) {
    return feed.wantsPrediction(now);
  }

  @Override
  public void answered(Example example, Answer answer) {
    feed.prediction(example, answer, System.currentTimeMillis());
  }

  @Override
  public void learnedIn(long nanos) {
    metrics.learnedIn(nanos);
  }

  @Override
  public void predictedIn(long nanos) {
    metrics.predictedIn(nanos);
  }

  @Override
  public void refused(String topic, int partition, long offset, String reason, String message) {
    feed.deadLetter(topic, partition, offset, reason, message, System.currentTimeMillis());
  }
}
