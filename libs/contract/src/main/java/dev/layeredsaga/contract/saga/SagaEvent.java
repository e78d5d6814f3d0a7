package dev.layeredsaga.contract.saga;

/**
 * An event in a saga's life, on the public topic {@code saga.events} or one that the definition names: the engine's own ({@link EngineEvent}), and those of the saga's
 * definition, whose module has its records under a sealed interface of its own. On the wire every event also carries {@code sagaId},
 * {@code sequence} (from 1, without gaps within a saga) and {@code occurredAt}.
 */
public interface SagaEvent {}
