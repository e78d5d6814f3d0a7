package dev.layeredsaga.inventory.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;

/** A lock manager of the user's own, given to the application as docs/running.md shows it. */
class OwnLockManagerTest {

    @ParameterizedTest
    @ValueSource(strings = {"redis", "actor", "none"})
    void takesThePlaceOfEveryProvider(String provider) {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.locking.provider", provider);
        String sku = "own-lock-" + UUID.randomUUID();
        try (RunningInventory service = RunningInventory.startWithBeans(RecordingLockManager.class, settings)) {
            InventoryClient inventory = service.client();
            inventory.putItem(sku, 1, "COUNTED");

            assertThat(inventory.claim("mina", sku).status()).isEqualTo(201);

            RecordingLockManager own = service.bean(RecordingLockManager.class);
            assertThat(own.locked).contains(sku);
            assertThat(service.bean(LockManager.class)).isSameAs(own);
            assertThat(service.hasBean(RedissonClient.class)).isFalse();
        }
    }

    static final class RecordingLockManager implements LockManager {

        private final List<String> locked = new CopyOnWriteArrayList<>();

        @Override
        public <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
            locked.addAll(keys);
            return new Locked.Done<>(work.get());
        }
    }
}
