package dev.layeredsaga.inventory.lock;

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
}
