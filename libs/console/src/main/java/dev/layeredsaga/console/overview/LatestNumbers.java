package dev.layeredsaga.console.overview;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * The first screen's numbers, read once for all consoles that are open: at most every two seconds, and by one caller at a time, so
 * that a silent database costs one wait and not one for each console. Thread-safe.
 */
class LatestNumbers {

    private static final Duration FRESH = Duration.ofSeconds(2);

    private final Function<Instant, Numbers> reader;
    private final InstantSource clock;
    private final AtomicReference<@Nullable CompletableFuture<Numbers>> reading = new AtomicReference<>();
    private volatile @Nullable Numbers last;

    @Autowired
    LatestNumbers(NumberReader reader, Clock clock) {
        this(reader::read, clock);
    }

    LatestNumbers(Function<Instant, Numbers> reader, InstantSource clock) {
        this.reader = reader;
        this.clock = clock;
    }

    /** Returns numbers that are at most two seconds old; while another caller reads new ones, the last. */
    Numbers get() {
        Instant now = clock.instant();
        Numbers known = last;
        if (known != null && !now.isAfter(known.time().plus(FRESH))) {
            return known;
        }
        CompletableFuture<Numbers> own = new CompletableFuture<>();
        CompletableFuture<Numbers> others = reading.compareAndExchange(null, own);
        if (others != null) {
            return known == null ? resultOf(others) : known;
        }
        var unused = own.completeAsync(() -> last = reader.apply(now), Runnable::run);
        reading.set(null);
        return resultOf(own);
    }

    private static Numbers resultOf(CompletableFuture<Numbers> read) {
        try {
            return read.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
