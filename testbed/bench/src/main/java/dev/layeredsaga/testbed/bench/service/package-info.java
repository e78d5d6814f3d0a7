/** The system under test: durable servers, the inventory-service in this JVM, and clients of its HTTP API. */
@NullMarked
package dev.layeredsaga.testbed.bench.service;

import org.jspecify.annotations.NullMarked;
