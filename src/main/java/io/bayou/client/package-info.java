/**
 * What a program needs to talk to Bayou: events to send, predictions to read, and a model to score
 * with in its own process. Everything else in this jar is Bayou's own and may change.
 */
package io.bayou.client;
