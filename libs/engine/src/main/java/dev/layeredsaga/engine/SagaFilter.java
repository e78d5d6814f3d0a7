package dev.layeredsaga.engine;

import org.jspecify.annotations.Nullable;

/** Which sagas are meant; null is any. */
public record SagaFilter(
        @Nullable SagaStatus status,
        @Nullable String step,
        @Nullable String definition) {}
