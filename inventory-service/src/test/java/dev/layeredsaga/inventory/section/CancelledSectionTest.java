package dev.layeredsaga.inventory.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.Locked;
import java.util.SortedSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A lease that ends before the commit, by hand. */
class CancelledSectionTest {

    private final String seat = "seat-" + UUID.randomUUID();

    @Test
    void changesNothingAndMayBeTriedAgain() {
        try (RunningInventory running =
                RunningInventory.startWithBeans(LeaseByHand.class, RunningInventory.quietSettings())) {
            InventoryClient inventory = running.client();
            LeaseByHand lease = running.bean(LeaseByHand.class);
            inventory.putItem(seat, 1, "EXCLUSIVE");

            lease.ended = true;
            Answer cancelled = inventory.claim("mina", seat);

            assertThat(cancelled.code()).isEqualTo("CONTENTION");
            assertThat(cancelled.header("Retry-After")).isNotEmpty();
            assertThat(running.heldOf(seat)).isZero();
            assertThat(inventory.item(seat).path("reserved").asInt()).isZero();
            lease.ended = false;
            assertThat(inventory.claim("mina", seat).status()).isEqualTo(201);
        }
    }

    static final class LeaseByHand implements LockManager {

        private volatile boolean ended;

        @Override
        public <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
            return withLock(keys, lease -> work.get());
        }

        @Override
        public <T> Locked<T> withLock(SortedSet<String> keys, Function<Lease, T> work) {
            return new Locked.Done<>(work.apply(() -> ended));
        }
    }
}
