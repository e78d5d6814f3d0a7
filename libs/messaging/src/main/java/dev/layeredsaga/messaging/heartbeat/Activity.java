package dev.layeredsaga.messaging.heartbeat;

/** Wakes what rests in a service, after each commit that publishes messages. */
public final class Activity extends WakeUp {}
