package dev.layeredsaga.inventory.queue;

import dev.layeredsaga.messaging.heartbeat.WakeUp;
import org.springframework.stereotype.Component;

/** Wakes the sweeps of claims and waiters when those are due that this instance has committed, so that they may rest until then. */
@Component
public final class Timeouts extends WakeUp {}
