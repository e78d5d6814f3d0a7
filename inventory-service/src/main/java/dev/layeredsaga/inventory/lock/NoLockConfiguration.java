package dev.layeredsaga.inventory.lock;

import java.util.SortedSet;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Configures no lock, unless the application has a lock manager of its own. */
@AutoConfiguration
@ConditionalOnProperty(name = "inventory.locking.provider", havingValue = "none")
@ConditionalOnMissingBean(LockManager.class)
public class NoLockConfiguration {

    @Bean
    LockManager lockManager() {
        return new NoLockManager();
    }

    /** Locks nothing: optimistic locking in the database decides alone. */
    private static final class NoLockManager implements LockManager {

        @Override
        public <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
            return new Locked.Done<>(work.get());
        }
    }
}
