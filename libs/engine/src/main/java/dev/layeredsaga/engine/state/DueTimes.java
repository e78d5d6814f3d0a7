package dev.layeredsaga.engine.state;

import dev.layeredsaga.messaging.heartbeat.WakeUp;

/** Wakes the due-loop when the sagas are due that its instance has committed, so that it may rest until then. */
public final class DueTimes extends WakeUp {}
