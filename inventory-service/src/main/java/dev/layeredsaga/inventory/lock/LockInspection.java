package dev.layeredsaga.inventory.lock;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Configures the answer of lock providers that cannot list their locks, after those that can. */
@AutoConfiguration(afterName = "dev.layeredsaga.inventory.lock.redis.RedisLockConfiguration")
@ConditionalOnMissingBean(LockInspector.class)
public class LockInspection {

    @Bean
    LockInspector lockInspector() {
        return keys -> LockReport.notListed();
    }
}
