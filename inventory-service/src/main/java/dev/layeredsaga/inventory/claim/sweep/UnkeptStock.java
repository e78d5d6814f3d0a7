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
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Serves the waiters behind one that no longer keeps stock from them, each item in its own section. */
@Component
class UnkeptStock implements RowSweep<String> {

    private static final int BATCH = 50;

    private final WaitQueue queue;
    private final ClaimSections sections;
    private final Claims claims;
    private final QueueProperties settings;
    private final Duration interval;

    UnkeptStock(
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
        return new Schedule("items whose stock is kept no longer", interval, BATCH);
    }

    @Override
    public List<String> find(int limit, Collection<String> except) {
        return queue.noLongerKept(settings.keptFor(), limit).stream()
                .filter(sku -> !except.contains(sku))
                .toList();
    }

    /** Returns 0: served items look the same to the next query, so each is served once in a run. */
    @Override
    public int handle(List<String> skus) {
        skus.forEach(this::serve);
        return 0;
    }

    private void serve(String sku) {
        Set<String> skus = new TreeSet<>(Set.of(sku));
        queue.next(List.of(sku), WaitQueue.LOOK_AHEAD)
                .forEach(waiter -> skus.addAll(waiter.quantities().keySet()));
        sections.run(new ClaimScope(skus, Set.of(), Set.of()), () -> {
            claims.stockChanged(sku);
            return sku;
        });
    }
}
