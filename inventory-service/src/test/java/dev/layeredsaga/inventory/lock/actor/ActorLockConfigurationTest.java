package dev.layeredsaga.inventory.lock.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.Locked;
import dev.layeredsaga.inventory.lock.LockingProperties;
import dev.layeredsaga.messaging.heartbeat.BackgroundTask;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ActorLockConfigurationTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ApplicationContextRunner contexts = new ApplicationContextRunner()
            .withInitializer(context ->
                    context.getBeanFactory().setConversionService(ApplicationConversionService.getSharedInstance()))
            .withUserConfiguration(ActorLockConfiguration.class, Settings.class);

    @Test
    void locksWithActorsIfSoSet() {
        contexts.withPropertyValues("inventory.locking.provider=actor")
                .run(context -> assertThat(context.getBean(LockManager.class)).isInstanceOf(ActorLockManager.class));
    }

    @Test
    void looksForIdleActorsAsOftenAsSet() {
        contexts.withPropertyValues("inventory.locking.provider=actor", "inventory.locking.actor-sweep-interval=7s")
                .run(context -> assertThat(
                                context.getBean(BackgroundTask.class).schedule().pause())
                        .hasSeconds(7));
    }

    @Test
    void staysAwayOtherwise() {
        contexts.run(context -> assertThat(context).doesNotHaveBean(LockManager.class));
    }

    @Test
    void countsTheActorsAndRemovesTheIdle() {
        contexts.withPropertyValues("inventory.locking.provider=actor").run(context -> {
            context.getBean(MeterBinder.class).bindTo(meters);
            assertThat(context.getBean(LockManager.class)
                            .withLock(new TreeSet<>(List.of("seat", "table")), this::actors))
                    .isEqualTo(new Locked.Done<>(2.0));
            await().until(() -> {
                context.getBean(Actors.class).tick();
                return actors() == 0;
            });
        });
    }

    private double actors() {
        return meters.get("inventory.lock.actors").gauge().value();
    }

    @EnableConfigurationProperties(LockingProperties.class)
    static class Settings {}
}
