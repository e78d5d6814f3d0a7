package dev.layeredsaga.paymentstub.ledger;

import java.time.Instant;
import java.util.UUID;

/** The client has learned of a capture whose answer was lost. Not an entry: no money moved and nothing was asked. */
public record ClientTold(UUID paymentId, Instant at) implements Note {}
