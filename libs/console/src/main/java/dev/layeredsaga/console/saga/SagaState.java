package dev.layeredsaga.console.saga;

import dev.layeredsaga.console.Fact;
import dev.layeredsaga.engine.query.ActionView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A saga as its page shows it.
 *
 * @param url where it is asked for again; null once it has ended
 * @param badge the status's style
 * @param why what it waits for or is stuck on, or why it was compensated; else empty
 * @param lastError the last attempt that did not succeed, in words; else empty
 * @param facts in their order
 * @param remaining the steps ahead
 */
public record SagaState(
        String id,
        String definition,
        long revision,
        @Nullable String url,
        String status,
        String badge,
        String why,
        String lastError,
        List<Fact> facts,
        Timeline timeline,
        List<AttemptRow> attempts,
        String remaining,
        List<ActionView> actions) {}
