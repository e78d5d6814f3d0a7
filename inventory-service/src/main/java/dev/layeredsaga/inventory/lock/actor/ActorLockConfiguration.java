package dev.layeredsaga.inventory.lock.actor;

import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.LockingProperties;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Configures the actor lock, unless the application has a lock manager of its own. */
@AutoConfiguration
@ConditionalOnProperty(name = "inventory.locking.provider", havingValue = "actor")
@ConditionalOnMissingBean(LockManager.class)
public class ActorLockConfiguration {

    @Bean
    Actors lockActors(@Value("${inventory.locking.actor-sweep-interval:1m}") Duration sweepInterval) {
        return new Actors(sweepInterval);
    }

    @Bean
    LockManager lockManager(Actors actors, LockingProperties settings) {
        return new ActorLockManager(actors, settings);
    }

    @Bean
    MeterBinder lockActorMetrics(Actors actors) {
        return registry -> Gauge.builder("inventory.lock.actors", actors, Actors::count)
                .description("Keys that have an actor at the moment")
                .register(registry);
    }
}
