package dev.layeredsaga.inventory.claim.sweep;

import dev.layeredsaga.inventory.claim.ClaimSections;
import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.queue.QueueProperties;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.sweep.Sweep.Schedule;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Serves the waiters that nothing else has served: those behind one that no longer keeps stock from them, and those that a section has
 * left to later ones. Each item has its own sections.
 */
@Component
class RemainingWaiters implements RowSweep<String> {

    private static final int BATCH = 50;
    private static final int MOST_SECTIONS = 100;

    private final WaitQueue queue;
    private final ClaimSections sections;
    private final Claims claims;
    private final QueueProperties settings;
    private final Duration interval;

    RemainingWaiters(
            WaitQueue queue,
            ClaimSections sections,
            Claims claims,
            QueueProperties settings,
            @Value("${inventory.reaper.interval:1s}") Duration interval) {
        this.queue = queue;
        this.sections = sections;
        this.claims = claims;
        this.settings = settings;
        this.interval = interval;
    }

    @Override
    public Schedule schedule() {
        return new Schedule("items with waiters to serve", interval, BATCH);
    }

    @Override
    public List<String> find(int limit, Collection<String> except) {
        Set<String> skus = new LinkedHashSet<>(queue.partlyServed(except, limit));
        skus.addAll(queue.noLongerKept(settings.keptFor(), limit));
        skus.removeAll(except);
        return skus.stream().limit(limit).toList();
    }

    /** Returns 0: served items may look the same to the next query, so each is served once in a run. */
    @Override
    public int handle(List<String> skus) {
        skus.forEach(this::serve);
        return 0;
    }

    private void serve(String sku) {
        if (queue.servedUpTo(sku).isEmpty()) {
            section(sku, 0, () -> claims.stockChanged(sku));
        }
        Optional<Long> position = queue.servedUpTo(sku);
        for (int sections = 0; position.isPresent() && sections < MOST_SECTIONS; sections++) {
            section(sku, position.get(), () -> claims.serveLeft(sku));
            position = queue.servedUpTo(sku);
        }
    }

    private void section(String sku, long position, Runnable work) {
        Set<String> skus = new TreeSet<>(Set.of(sku));
        queue.behind(position, List.of(sku), WaitQueue.LOOK_AHEAD)
                .forEach(waiter -> skus.addAll(waiter.quantities().keySet()));
        sections.run(new ClaimScope(skus, Set.of(), Set.of()), () -> {
            work.run();
            return sku;
        });
    }
}
