package dev.layeredsaga.engine.due;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The due-loop by hand, for tests of an application on PostgreSQL. Imported into its context, this takes the place of the loop:
 * sagas are driven when the test says so, and at no other time. The engine's clock is the database's; {@link #tick(Duration)} moves
 * the sagas in it instead. Not thread-safe.
 */
public final class ManualDueLoop implements BeanFactoryPostProcessor {

    private static final Map<String, List<String>> TIMES = Map.of(
            "saga", List.of("step_since", "sent_at", "due_at", "wake_at", "deadline", "created_at", "updated_at"),
            "saga_attempt", List.of("sent_at", "ended_at"),
            "saga_action", List.of("requested_at"),
            "saga_event", List.of("occurred_at"));

    private @Nullable ConfigurableListableBeanFactory beans;

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
        for (String loop : factory.getBeanNamesForType(DueLoop.class, true, false)) {
            ((BeanDefinitionRegistry) factory).removeBeanDefinition(loop);
        }
        beans = factory;
    }

    /** Drives what is due, as one turn of the loop does. */
    public void tick() {
        DueSagas due = bean(DueSagas.class);
        boolean more = true;
        while (more) {
            more = due.drive(() -> false);
        }
    }

    /** Drives what is due once so much time has passed: what has happened to the sagas so far has happened that much earlier. */
    public void tick(Duration passed) {
        TIMES.forEach((table, columns) -> {
            List<String> earlier = columns.stream()
                    .map(column -> "%1$s = %1$s - make_interval(secs => :passed)".formatted(column))
                    .toList();
            bean(JdbcClient.class)
                    .sql("UPDATE %s SET %s".formatted(table, String.join(", ", earlier)))
                    .param("passed", passed.toMillis() / 1000.0)
                    .update();
        });
        tick();
    }

    private <T> T bean(Class<T> type) {
        return Objects.requireNonNull(beans, "not part of an application's context")
                .getBean(type);
    }
}
