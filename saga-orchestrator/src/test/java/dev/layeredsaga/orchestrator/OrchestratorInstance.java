package dev.layeredsaga.orchestrator;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A running orchestrator on a port of its own. All instances of one JVM work on one database, as a deployment's would. */
public final class OrchestratorInstance implements AutoCloseable {

    private static final Set<OrchestratorInstance> RUNNING = ConcurrentHashMap.newKeySet();

    private static final Map<String, String> FOR_TESTS = Map.of(
            // otherwise one instance takes payments and claims from another that looks for them sooner, and leaves them
            // for a minute
            "orchestrator.reconciliation.interval", "1h",
            "orchestrator.settlement.interval", "1h",
            // nor does it repeat what another one is about to send, or has asked for, while the machine is busy
            "messaging.outbox.sweep-age", "1m",
            "orchestrator.order-saga.inventory-timeout", "1m",
            "orchestrator.dead-letters.scan-time", "1m",
            // tests end this pause themselves: PlacedOrder.awaitStuckWithoutPauses
            "saga.undrivable.backoff", "2m");

    private final ConfigurableApplicationContext context;

    private OrchestratorInstance(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** The instance that most tests use; it runs until the JVM ends. */
    public static OrchestratorInstance shared() {
        return Shared.INSTANCE;
    }

    /** A further instance. */
    public static OrchestratorInstance start(String... furtherArguments) {
        return startWith(FakeGateway.shared().url(), furtherArguments);
    }

    /** A further instance with a gateway of its own. */
    static OrchestratorInstance startWith(String gatewayUrl, String... furtherArguments) {
        return start(gatewayUrl, Shared.SETTINGS, furtherArguments);
    }

    /** An instance on other servers than the shared one's. */
    static OrchestratorInstance startOn(Map<String, String> servers, String... furtherArguments) {
        return start(FakeGateway.shared().url(), servers, furtherArguments);
    }

    /** An instance that has beans of a user's own. */
    public static OrchestratorInstance startWithBeans(Class<?> beans, String... furtherArguments) {
        SpringApplication application = SagaOrchestratorApplication.application();
        application.addPrimarySources(List.of(beans));
        return run(application, FakeGateway.shared().url(), Shared.SETTINGS, furtherArguments);
    }

    private static OrchestratorInstance start(
            String gatewayUrl, Map<String, String> servers, String... furtherArguments) {
        return run(SagaOrchestratorApplication.application(), gatewayUrl, servers, furtherArguments);
    }

    private static OrchestratorInstance run(
            SpringApplication application, String gatewayUrl, Map<String, String> servers, String... furtherArguments) {
        Map<String, String> settings = new HashMap<>(FOR_TESTS);
        settings.put("server.port", "0");
        settings.put("orchestrator.payment-gateway.url", gatewayUrl);
        settings.putAll(servers);
        for (String argument : furtherArguments) {
            int end = argument.indexOf('=');
            settings.put(argument.substring("--".length(), end), argument.substring(end + 1));
        }
        String[] arguments = settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
        OrchestratorInstance instance = new OrchestratorInstance(application.run(arguments));
        RUNNING.add(instance);
        return instance;
    }

    /** Returns the instances that run in this JVM, whichever test has started them. */
    static List<OrchestratorInstance> running() {
        return List.copyOf(RUNNING);
    }

    /** The settings that all instances share. */
    static Map<String, String> settings() {
        return Shared.SETTINGS;
    }

    Api api() {
        return new Api(Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port")));
    }

    public JdbcClient database() {
        return bean(JdbcClient.class);
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public boolean hasBean(Class<?> type) {
        return context.getBeanNamesForType(type).length > 0;
    }

    @Override
    public void close() {
        RUNNING.remove(this);
        context.close();
    }

    private static final class Shared {
        static final Map<String, String> SETTINGS = SharedInfrastructure.springProperties("saga");
        static final OrchestratorInstance INSTANCE = start();
    }
}
