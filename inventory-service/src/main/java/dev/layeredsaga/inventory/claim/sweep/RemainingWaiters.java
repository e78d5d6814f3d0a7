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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Serves the waiters that nothing else has served: those that a section has left to later ones, and those behind one that no longer keeps
 * stock from them. Each item has its own sections.
 */
@Configuration(proxyBeanMethods = false)
class RemainingWaiters {

    private final WaitQueue queue;
    private final ClaimSections sections;
    private final Claims claims;
    private final Duration interval;

    RemainingWaiters(
            WaitQueue queue,
            ClaimSections sections,
            Claims claims,
            @Value("${inventory.reaper.interval:1s}") Duration interval) {
        this.queue = queue;
        this.sections = sections;
        this.claims = claims;
        this.interval = interval;
    }

    @Bean
    RowSweep<String> partlyServedItems() {
        return new PartlyServed();
    }

    @Bean
    RowSweep<String> itemsNoLongerKept(QueueProperties settings) {
        return new NoLongerKept(settings.keptFor());
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

    /** One section a batch, so that the heart beats between two, and the queue that has waited longest comes first. */
    private final class PartlyServed implements RowSweep<String> {

        @Override
        public Schedule schedule() {
            return new Schedule("items with waiters to serve", interval, 1);
        }

        @Override
        public List<String> find(int limit, Collection<String> except) {
            return queue.partlyServed(except, limit);
        }

        @Override
        public int handle(List<String> skus) {
            skus.forEach(sku ->
                    queue.servedUpTo(sku).ifPresent(position -> section(sku, position, () -> claims.serveLeft(sku))));
            return skus.size();
        }
    }

    /** Goes through the items in their order, each once in a run, as those served may look the same to the next query. */
    private final class NoLongerKept implements RowSweep<String> {

        private static final int BATCH = 10;

        private final Duration keptFor;
        private String last = "";

        NoLongerKept(Duration keptFor) {
            this.keptFor = keptFor;
        }

        @Override
        public Schedule schedule() {
            return new Schedule("items no longer kept for a waiter", interval, BATCH);
        }

        @Override
        public synchronized List<String> find(int limit, Collection<String> except) {
            List<String> skus = queue.noLongerKept(keptFor, last, except, limit);
            last = skus.size() < limit ? "" : skus.getLast();
            return skus;
        }

        @Override
        public int handle(List<String> skus) {
            skus.forEach(sku -> section(sku, 0, () -> claims.stockChanged(sku)));
            return skus.size();
        }
    }
}
