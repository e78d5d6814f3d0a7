package dev.layeredsaga.testbed.system;

import java.net.URI;

/** The base URLs of a running system's services. */
public record Addresses(URI orders, URI orchestrator, URI inventory, URI paymentStub) {}
