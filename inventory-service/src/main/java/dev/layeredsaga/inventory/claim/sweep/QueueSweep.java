package dev.layeredsaga.inventory.claim.sweep;

import dev.layeredsaga.inventory.claim.ClaimSections;
import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.queue.QueueProperties;
import dev.layeredsaga.inventory.queue.WaitQueue;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Serves the waiters behind one that no longer keeps stock from them. Any number of instances can sweep concurrently. */
@Component
public class QueueSweep {

    private static final Logger log = LoggerFactory.getLogger(QueueSweep.class);
    private static final int BATCH = 50;

    private final WaitQueue queue;
    private final ClaimSections sections;
    private final Claims claims;
    private final QueueProperties settings;

    QueueSweep(WaitQueue queue, ClaimSections sections, Claims claims, QueueProperties settings) {
        this.queue = queue;
        this.sections = sections;
        this.claims = claims;
        this.settings = settings;
    }

    @Scheduled(fixedDelayString = "${inventory.reaper.interval:1s}")
    void sweepIfPossible() {
        try {
            sweep();
        } catch (RuntimeException e) {
            log.warn("could not serve those behind a waiter, will try again: {}", e.toString());
        }
    }

    /** Serves the queues of the items concerned, each in its own section. */
    public void sweep() {
        queue.noLongerKept(settings.keptFor(), BATCH).forEach(this::serve);
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
