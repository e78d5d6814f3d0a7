/** The system under test: durable servers, the inventory-service in this JVM, and clients of its HTTP API. */
package dev.layeredsaga.testbed.bench.service;
