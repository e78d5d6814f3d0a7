package dev.layeredsaga.orchestrator.engine;

/** Someone a saga can ask: a name for people, and the topic its commands go to. */
public record Participant(String name, String topic) {}
