package dev.layeredsaga.orchestrator.console.lock;

import org.jspecify.annotations.Nullable;

/**
 * The form of a release by force as it was filled in.
 *
 * @param evenIfUnfinished {@code true} to release although the saga that has the claim has not ended
 */
record ReleaseForm(@Nullable String reason, @Nullable String evenIfUnfinished) {}
