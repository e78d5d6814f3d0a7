package dev.layeredsaga.paymentstub.ledger;

import java.time.Instant;
import java.util.UUID;

/** Notice that the client knows of a capture whose answer was lost. Not an entry: no money moved, no request made. */
public record ClientTold(UUID paymentId, Instant at) implements Note {}
