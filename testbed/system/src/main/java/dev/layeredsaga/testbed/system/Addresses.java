package dev.layeredsaga.testbed.system;

import java.net.URI;

/** Where the services of a running system can be reached. */
public record Addresses(URI orders, URI orchestrator, URI inventory, URI paymentStub) {}
