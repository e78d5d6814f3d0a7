package dev.layeredsaga.testbed.run;

import dev.layeredsaga.testbed.demo.Demo;
import dev.layeredsaga.testbed.demo.DemoResult;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.leftovers.AbandonedServers;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.HostedLog;
import dev.layeredsaga.testbed.system.HostedSystem;
import dev.layeredsaga.testbed.system.Service;
import dev.layeredsaga.testbed.system.ServicePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** The whole system in one command: start, demonstrate, serve until Ctrl-C, leave nothing behind. */
public final class Run {

    private static final int WENT_WRONG = 1;
    private static final int MISUSED = 2;

    /** Where the launcher wants the log and the files for others; the working directory of the released jar, which has none. */
    private static final Optional<String> LAUNCHED_IN = Optional.ofNullable(System.getProperty("run.folder"));

    private final Options options;
    private final ChosenPorts ports;
    private final Progress progress = new Progress();

    private Run(Options options, ChosenPorts ports) {
        this.options = options;
        this.ports = ports;
    }

    /** Exits with 0 if every demonstration order ended as it should, 1 if not or if the start failed, 2 on misuse. */
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        setUpLog();
        System.exit(run(List.of(arguments)));
    }

    /** Sends to a file what the servers and services log, because the terminal is for the demonstration. */
    private static void setUpLog() {
        System.setProperty("logging.file.name", file("run.log").toString());
        System.setProperty("logging.threshold.console", "OFF");
        // the first service's, otherwise, in every line
        System.setProperty("logging.include-application-name", "false");
        HostedLog.setUp(Map.of());
    }

    private static int run(List<String> arguments) {
        try {
            Options options = Options.of(arguments, LAUNCHED_IN.isPresent());
            if (options.help()) {
                Options.commandLine(LAUNCHED_IN.isPresent()).usage(System.out);
                return 0;
            }
            return new Run(options, new ChosenPorts(System.getenv())).run();
        } catch (UsageException e) {
            System.err.println("run: " + e.getMessage());
            return MISUSED;
        } catch (RuntimeException e) {
            System.err.println("run: " + e.getMessage());
            return WENT_WRONG;
        }
    }

    private int run() {
        if (options.docker()) {
            return demonstrate(ports.addresses(), Optional.empty());
        }
        endAbandonedServers();
        ports.requireFree();
        try (Parts parts = new Parts(infrastructure(), progress)) {
            Runtime.getRuntime().addShutdownHook(new Thread(parts::close, "run-close"));
            parts.infrastructure.start();
            options.data().ifPresent(data -> parts.system.keepingLedgerIn(data.resolve("payment-stub.ledger")));
            if (options.infra()) {
                return serveInfrastructure(parts);
            }
            parts.system.start(ports.services(), settings());
            return demonstrate(parts.system.addresses(), Optional.of(parts.system.consoleLink()));
        }
    }

    /** A run that was killed leaves its servers behind, which have the ports, and the data in use. */
    private void endAbandonedServers() {
        List<Long> ended = AbandonedServers.end(options.data());
        if (!ended.isEmpty()) {
            progress.say("  ended the servers that a killed run left behind: " + ended);
        }
    }

    private EmbeddedInfrastructure infrastructure() {
        EmbeddedSettings settings = EmbeddedSettings.forTests()
                .withPorts(ports.infrastructure())
                .withDurability()
                .reportingTo((server, took) -> progress.ready(server.name(), took));
        return new EmbeddedInfrastructure(
                options.data().map(settings::withDataIn).orElse(settings));
    }

    private Map<String, String> settings() {
        ServicePorts services = ports.services();
        return Map.of(
                "saga.console.local-sign-in",
                "true",
                "saga.console.print-link",
                "false",
                "saga.console.demo",
                "true",
                "saga.console.peers.inventory",
                "http://localhost:" + services.of(Service.INVENTORY),
                "saga.console.peers.orders",
                "http://localhost:" + services.of(Service.ORDERS),
                "saga.console.peers.gateway",
                "http://localhost:" + services.paymentStub(),
                "saga.console.peers.token",
                LocalIssuer.get().operator("console"),
                "spring.main.banner-mode",
                "off");
    }

    private int demonstrate(Addresses addresses, Optional<String> console) {
        progress.say("  the demonstration is running …");
        DemoResult result = new Demo(addresses).run();
        progress.say("");
        progress.say(result.inWords());
        progress.say((result.isAsExpected() ? "every" : "NOT every") + " order ended as it should, after "
                + progress.elapsed());
        if (!options.once()) {
            serve(addresses, console);
        }
        return result.isAsExpected() ? 0 : WENT_WRONG;
    }

    /** Serves the servers and the payment stub until the process ends, for services that are started by themselves. */
    private int serveInfrastructure(Parts parts) {
        parts.system.startPaymentStub(ports.services().paymentStub());
        Path folder = file("infra");
        Path file = file("tokens");
        Tokens.issue().keepIn(file, ports);
        progress.say("");
        progress.say("  In an IDE: start the Test…Application of each service; it finds these servers by itself.");
        progress.say("  Elsewhere: start each service with the environment variables of its file, in any order:");
        progress.say("");
        for (Service service : Service.values()) {
            ServiceEnvironment environment =
                    new ServiceEnvironment(service, ports.services().of(service), parts.system.settingsOf(service));
            progress.say("    " + environment.keepIn(folder).toAbsolutePath());
        }
        progress.say("");
        progress.say("  In a shell, for example:");
        progress.say("    set -a; . " + folder.resolve("order-service.env") + "; set +a");
        progress.say("    java -cp \"$(testbed/build order-service)\" dev.layeredsaga.order.OrderServiceApplication");
        progress.say("  Tokens, the payment stub's key and the ports: " + file + ". All files go when this ends.");
        progress.say("ready; Ctrl-C stops");
        awaitEnd();
        return 0;
    }

    private static Path file(String name) {
        return Path.of(LAUNCHED_IN.orElse(""), name);
    }

    private void serve(Addresses addresses, Optional<String> console) {
        Path file = file("tokens");
        (options.docker() ? Tokens.of(System.getenv()) : Tokens.issue()).keepIn(file, ports);
        progress.say("");
        progress.say("  order API        " + addresses.orders() + "/docs");
        progress.say("  orchestrator     " + addresses.orchestrator() + "/docs");
        progress.say("  inventory        " + addresses.inventory() + "/docs");
        progress.say("  payment stub     " + addresses.paymentStub() + "/docs");
        progress.say("");
        progress.say("  An order, from another terminal in this folder:");
        progress.say(Tokens.firstOrder(file, addresses.orders()));
        progress.say("ready; Ctrl-C stops"
                + console.map(link -> ". The console, by a link that opens once:\n\n" + link)
                        .orElse(""));
        awaitEnd();
    }

    private static void awaitEnd() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The components to stop at the end, after a failed start, or on a termination signal. */
    private static final class Parts implements AutoCloseable {

        private final EmbeddedInfrastructure infrastructure;
        private final HostedSystem system;

        Parts(EmbeddedInfrastructure infrastructure, Progress progress) {
            this.infrastructure = infrastructure;
            this.system = new HostedSystem(infrastructure, progress::ready);
        }

        @Override
        public synchronized void close() {
            system.close();
            infrastructure.close();
        }
    }
}
