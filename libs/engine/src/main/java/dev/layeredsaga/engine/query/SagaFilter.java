package dev.layeredsaga.engine.query;

import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which sagas are meant; null is any.
 *
 * @param waiting true for those only that say what they wait for
 * @param before only sagas that began earlier
 */
public record SagaFilter(
        @Nullable SagaStatus status,
        @Nullable String step,
        @Nullable String definition,
        boolean waiting,
        @Nullable Instant before,
        Content content) {

    /**
     * The content that sagas must have. No index has it: each saga in question is read.
     *
     * @param reason the code of the reason for which they were compensated; null for any
     * @param data texts that their data has, as it is stored
     * @param text a text in their data, in their reason or in what they wait for, in upper or lower case; null for any
     */
    public record Content(
            @Nullable String reason,
            List<String> data,
            @Nullable String text) {

        /** Anything. */
        public static final Content ANY = new Content(null, List.of(), null);

        public Content {
            data = List.copyOf(data);
        }

        boolean isAny() {
            return equals(ANY);
        }
    }

    public SagaFilter(@Nullable SagaStatus status, @Nullable String step, @Nullable String definition) {
        this(status, step, definition, false, null, Content.ANY);
    }
}
