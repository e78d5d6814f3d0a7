package dev.layeredsaga.inventory.claim;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.Claimant;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.Obstacle;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.inventory.queue.Waiter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Queues sagas for items that others hold: first come, first served. The transaction that frees an item grants it to the next
 * waiter, so that no waiter depends on a poll and no newcomer can overtake.
 *
 * <p>A waiter gets all of its items at once, or stays in the queue. A waiter that is short of this item keeps what is left of it
 * from all who came later: all of an exclusive item, and of a counted one a bounded share for a bounded time
 * ({@code QueueProperties}), so that waiting cannot lock others out. A waiter that waits only for other items is skipped, so that
 * an item it does not hold does not lie idle.
 *
 * <p>A section serves a limited number of waiters, or none if another item that they want fails. Those behind them are served by later
 * sections, from the position that the item keeps; until then newcomers are refused what is kept.
 */
@Component
class Waiting {

    private final WaitQueue queue;
    private final WorkingSets workingSets;
    private final Granting granting;
    private final WaiterAnswers answers;
    private final ClaimMeters meters;

    Waiting(WaitQueue queue, WorkingSets workingSets, Granting granting, WaiterAnswers answers, ClaimMeters meters) {
        this.queue = queue;
        this.workingSets = workingSets;
        this.granting = granting;
        this.answers = answers;
        this.meters = meters;
    }

    /** Grants the claim, or queues the saga if the command allows it to wait. */
    ClaimOutcome hold(ClaimCommand.Hold wanted, WorkingSet state) {
        return placeOf(wanted, state).orElseGet(() -> holdOrJoin(wanted, state));
    }

    private ClaimOutcome holdOrJoin(ClaimCommand.Hold wanted, WorkingSet state) {
        ClaimOutcome outcome = granting.hold(wanted, state);
        return wanted.queueWait() != null
                        && outcome instanceof ClaimOutcome.Refused refused
                        && refused.refusal() instanceof Refusal.Busy busy
                ? join(wanted, wanted.queueWait(), busy, state)
                : outcome;
    }

    private ClaimOutcome join(
            ClaimCommand.Hold wanted, ClaimCommand.QueueWait queueWait, Refusal.Busy busy, WorkingSet state) {
        int ahead = item(busy.sku(), state).waiting();
        Waiter waiter = new Waiter(
                requireNonNull(wanted.claimant().sagaId()),
                wanted.quantities(),
                wanted.ttl(),
                queueWait.request(),
                state.now(),
                state.now().plus(queueWait.atMost()),
                0,
                0);
        queue.join(waiter);
        waiter.quantities().keySet().forEach(sku -> item(sku, state).enqueue());
        return new ClaimOutcome.Queued(busy, ahead, waiter.givesUpAt());
    }

    /**
     * Returns the place in the queue of a saga that repeats its request. Empty if it is not queued, or if waiting has become
     * pointless: then it leaves.
     */
    private Optional<ClaimOutcome> placeOf(ClaimCommand.Hold repeated, WorkingSet state) {
        return find(repeated, state).flatMap(waiter -> {
            if (granting.refusalOfNewcomer(waiter.quantities(), state) instanceof Refusal.Busy busy) {
                askedAgain(waiter, repeated.queueWait());
                int others = item(busy.sku(), state).waiting() - 1;
                return Optional.of(new ClaimOutcome.Queued(busy, others, waiter.givesUpAt()));
            }
            remove(waiter, state);
            return Optional.empty();
        });
    }

    private void askedAgain(Waiter waiter, ClaimCommand.@Nullable QueueWait queueWait) {
        if (queueWait != null) {
            queue.askedAgain(waiter, queueWait.request());
        }
    }

    private Optional<Waiter> find(ClaimCommand.Hold repeated, WorkingSet state) {
        UUID saga = repeated.claimant().sagaId();
        boolean someoneWaits = repeated.quantities().keySet().stream()
                .map(state::item)
                .anyMatch(item -> item != null && item.hasLine());
        return saga == null || !someoneWaits ? Optional.empty() : queue.find(saga);
    }

    /** Removes the saga from the queue, if it is queued. */
    void leave(UUID sagaId, WorkingSet state) {
        queue.find(sagaId).ifPresent(waiter -> {
            remove(waiter, state);
            meters.waited(waiter, state.now(), "left");
        });
    }

    /** Ends the saga's wait if its timeout has passed; returns true if it had. */
    boolean giveUp(UUID sagaId, WorkingSet state) {
        Optional<Waiter> impatient =
                queue.find(sagaId).filter(waiter -> !state.now().isBefore(waiter.givesUpAt()));
        impatient.ifPresent(waiter -> {
            workingSets.addItems(state, waiter.quantities().keySet());
            settle(waiter, granting.refusalOfNewcomer(waiter.quantities(), state), state);
        });
        return impatient.isPresent();
    }

    /** Grants freed items to the waiters whose turn it is. */
    void serve(WorkingSet state) {
        for (Set<String> freed = state.takeFreedWithLine(); !freed.isEmpty(); freed = state.takeFreedWithLine()) {
            new Pass(freed, 0, state).serve();
        }
    }

    /** Grants what is free of the item to the waiters that an earlier section has left. */
    void serveLeft(String sku, WorkingSet state) {
        Item item = state.item(sku);
        Long position = item == null ? null : item.takeServedUpTo();
        if (position != null) {
            new Pass(Set.of(sku), position, state).serve();
            serve(state);
        }
    }

    /**
     * A pass through the waiters for some items, from a position on, page by page. A waiter that leaves the queue frees nothing for those
     * ahead, so none is checked twice. The pass ends with a page in which none could be served, or when the section has served enough;
     * those behind are left to a later section if something may be theirs.
     */
    private final class Pass {

        private final Set<String> skus;
        private final long start;
        private final WorkingSet state;
        private final Set<String> spokenFor = new HashSet<>();

        Pass(Set<String> skus, long start, WorkingSet state) {
            this.skus = skus;
            this.start = start;
            this.state = state;
        }

        void serve() {
            long position = start;
            int limit = Math.min(WaitQueue.LOOK_AHEAD, state.mostServed());
            boolean more = state.maySettle();
            boolean left = !more;
            while (more) {
                int before = state.settled();
                List<Waiter> page = queue.behind(position, skus, limit);
                workingSets.addItems(state, skusOf(page));
                page.forEach(this::serve);
                left = page.size() == limit;
                position = left ? page.getLast().position() : position;
                more = left && state.settled() > before && state.maySettle();
            }
            state.served(skus);
            if (left) {
                leaveRest(position);
            }
        }

        private void leaveRest(long position) {
            skus.stream()
                    .map(sku -> item(sku, state))
                    .filter(this::mayBeTheirs)
                    .forEach(item -> item.serveLater(position));
        }

        private boolean mayBeTheirs(Item item) {
            Obstacle obstacle = item.obstacleTo(1);
            return obstacle == null
                    ? !(granting.needsKeptStock(item, 1) && isSpokenFor(item))
                    : obstacle instanceof Obstacle.OutOfStock;
        }

        /** Settles the waiter, which counts as freeing the items it waited for; or lets it stay, and adds the items that it keeps. */
        private void serve(Waiter waiter) {
            Refusal refusal = granting.refusalOf(waiter.quantities(), state);
            boolean stays = refusal == null ? needsWhatIsKept(waiter) : refusal instanceof Refusal.Busy;
            if (stays) {
                spokenFor.addAll(keptBy(waiter, state));
            } else {
                settle(waiter, refusal, state);
            }
        }

        private boolean needsWhatIsKept(Waiter waiter) {
            return waiter.quantities().entrySet().stream().anyMatch(wanted -> {
                Item item = item(wanted.getKey(), state);
                return granting.needsKeptStock(item, wanted.getValue()) && isSpokenFor(item);
            });
        }

        private boolean isSpokenFor(Item item) {
            return spokenFor.contains(item.sku()) || (start > 0 && granting.isShort(item, state, start));
        }
    }

    private void settle(Waiter waiter, @Nullable Refusal refusal, WorkingSet state) {
        remove(waiter, state);
        if (refusal == null) {
            answers.granted(
                    waiter, granting.grant(Claimant.saga(waiter.sagaId()), waiter.quantities(), waiter.ttl(), state));
        } else {
            answers.refused(waiter, refusal);
            meters.refused(refusal);
        }
        meters.waited(waiter, state.now(), refusal == null ? "granted" : "refused");
        state.countSettled();
    }

    private void remove(Waiter waiter, WorkingSet state) {
        Set<String> skus = waiter.quantities().keySet();
        queue.leave(waiter);
        workingSets.addItems(state, skus);
        skus.forEach(sku -> item(sku, state).leaveLine());
        state.freed(skus);
    }

    /** Returns the items that the waiter is short of and keeps from those behind it, as from newcomers. */
    private Set<String> keptBy(Waiter waiter, WorkingSet state) {
        return waiter.quantities().entrySet().stream()
                .filter(wanted -> item(wanted.getKey(), state).obstacleTo(wanted.getValue()) != null)
                .map(Map.Entry::getKey)
                .filter(sku -> granting.keeps(waiter, item(sku, state), state))
                .collect(Collectors.toSet());
    }

    private static Set<String> skusOf(List<Waiter> waiters) {
        Set<String> skus = new TreeSet<>();
        waiters.forEach(waiter -> skus.addAll(waiter.quantities().keySet()));
        return skus;
    }

    private static Item item(String sku, WorkingSet state) {
        return requireNonNull(state.item(sku));
    }
}
