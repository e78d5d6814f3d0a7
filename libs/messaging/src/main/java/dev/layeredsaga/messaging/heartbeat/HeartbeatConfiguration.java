package dev.layeredsaga.messaging.heartbeat;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Configures the heartbeats, the activity, the {@link BackgroundTask}s, and the health indicator {@code loops} that checks them. */
@Configuration(proxyBeanMethods = false)
@Import({Heartbeats.class, Activity.class})
public class HeartbeatConfiguration {

    /** Runs before the listeners and the web server, and after them. */
    @Bean
    BackgroundTasks backgroundTasks(ObjectProvider<BackgroundTask> tasks, Heartbeats heartbeats) {
        List<BackgroundTask> all = tasks.orderedStream().toList();
        BackgroundTasks repeated = new BackgroundTasks("background", all.size(), -1, heartbeats);
        all.forEach(repeated::repeat);
        return repeated;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class Watched {

        @Bean
        LoopsHealth loopsHealthIndicator(Heartbeats heartbeats) {
            return new LoopsHealth(heartbeats);
        }
    }
}
