package dev.layeredsaga.testbed.system;

import java.net.URI;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** One instance of a service, hosted in this JVM. */
public final class HostedService implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private HostedService(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts an instance with the given settings on top of its own. */
    static HostedService start(Service service, Map<String, String> settings) {
        SpringApplication application = service.application();
        application.setRegisterShutdownHook(false);
        return new HostedService(application.run(Arguments.of(settings)));
    }

    /** Returns the service's base URL. */
    public URI url() {
        return URI.create("http://localhost:" + context.getEnvironment().getProperty("local.server.port"));
    }

    /** Returns the service's only bean of the type. */
    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}
