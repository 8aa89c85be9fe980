/**
 * Tools that put a running Bayou to the test: chaos and floods. A source set of its own, not part
 * of the product's jar.
 */
package io.bayou.bench;
