package dev.layeredsaga.engine;

import org.jspecify.annotations.Nullable;

/**
 * Which sagas are meant; null is any.
 *
 * @param waiting true for those only that say what they wait for
 */
public record SagaFilter(
        @Nullable SagaStatus status,
        @Nullable String step,
        @Nullable String definition,
        boolean waiting) {

    public SagaFilter(@Nullable SagaStatus status, @Nullable String step, @Nullable String definition) {
        this(status, step, definition, false);
    }
}
