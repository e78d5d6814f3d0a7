package dev.layeredsaga.paymentstub;

import dev.layeredsaga.paymentstub.attempt.Pause.ClosablePause;
import dev.layeredsaga.paymentstub.file.FileJournal;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.http.HttpGateway;
import dev.layeredsaga.paymentstub.http.HttpGateway.PortTaken;
import dev.layeredsaga.paymentstub.http.api.HttpWebhookSender;
import dev.layeredsaga.paymentstub.ledger.Journal;
import dev.layeredsaga.paymentstub.ledger.Journal.UnusableJournal;
import dev.layeredsaga.paymentstub.webhook.WebhookSettings;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A payment gateway that moves no money, fails on demand and keeps a ledger to audit. Run as a program or held in a
 * try-with-resources statement. Its state is lost when it stops, except for a ledger kept in a file. Thread-safe.
 */
public final class PaymentStubServer implements AutoCloseable {

    private final String host;
    private final Journal journal;
    private final HttpGateway http;
    private volatile Running running;

    private PaymentStubServer(String host, Journal journal, Running running, HttpGateway http) {
        this.host = host;
        this.journal = journal;
        this.running = running;
        this.http = http;
    }

    /**
     * Starts a stub with an empty ledger in memory and no fault set, open to all clients on this machine.
     *
     * @param port the port to listen on; 0 for any free port
     * @throws PortTaken if another process listens on the port
     */
    public static PaymentStubServer start(int port) {
        return start(StubSettings.onPort(port));
    }

    /**
     * Starts a stub with no fault set. The ledger is loaded from its file, if one is set.
     *
     * @throws PortTaken if another process listens on the port
     * @throws InvalidSettings if it would listen on a non-loopback address without API keys
     * @throws UnusableJournal if the file cannot be used, is corrupt, or is locked by another stub
     */
    public static PaymentStubServer start(StubSettings settings) {
        InetSocketAddress address = settings.socketAddress();
        Path file = settings.ledger();
        Journal journal = file == null ? Journal.NONE : FileJournal.open(file);
        try {
            Running running = Running.with(journal);
            HttpGateway http = HttpGateway.start(address, settings.keys(), running.gateway());
            return new PaymentStubServer(settings.host(), journal, running, http);
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    public int port() {
        return http.port();
    }

    /** Returns the base URL, without a trailing slash. */
    public URI url() {
        return URI.create("http://" + host + ":" + port());
    }

    /** Returns the gateway behind the HTTP API; {@link #reset()} replaces it. */
    public Gateway gateway() {
        return running.gateway();
    }

    /**
     * Resets the stub on the same port to an empty ledger, no fault and no counts. Pending delays end at once; the
     * results of requests in flight are discarded.
     *
     * @throws IllegalStateException if the ledger is kept in a file, which is append-only
     */
    public synchronized void reset() {
        if (!journal.equals(Journal.NONE)) {
            throw new IllegalStateException("the ledger in " + journal.location() + " can only be added to");
        }
        Running before = running;
        running = Running.with(Journal.NONE);
        http.serve(running.gateway());
        before.close();
    }

    /** Sends a webhook for every decision from now on, like {@code PUT /webhooks}. */
    public void sendWebhooks(WebhookSettings settings) {
        gateway().webhooks().set(settings);
    }

    /** Stops listening and releases the ledger's file. Pending delays end at once. */
    @Override
    public void close() {
        running.close();
        http.close();
        journal.close();
    }

    /**
     * Runs a stub configured by {@code PAYMENT_STUB_PORT} (default 8083), {@code PAYMENT_STUB_LEDGER} (default: in
     * memory) and the other variables until the process ends. If it cannot start, exits with status 1 and one line on
     * standard error. {@code --help} lists the variables; any other argument is refused with status 2.
     */
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        if (args.length > 0) {
            System.exit(CommandLine.answer(List.of(args), System.out, System.err));
        }
        try {
            Optional<WebhookSettings> webhooks = WebhookEnvironment.read(System.getenv());
            StubSettings settings = StubSettings.from(System.getenv());
            PaymentStubServer stub = start(settings);
            webhooks.ifPresent(stub::sendWebhooks);
            Runtime.getRuntime().addShutdownHook(new Thread(stub::close));
            System.out.println("payment-stub: a STUB that moves no money, on " + stub.url() + ", its ledger "
                    + stub.gateway().ledger().location() + ", "
                    + (settings.keys().isEmpty() ? "open to all clients on this machine" : "for API keys"));
        } catch (PortTaken e) {
            fail(e.getMessage() + " (set " + StubSettings.PORT + " to another)");
        } catch (InvalidSettings | UnusableJournal e) {
            fail(e.getMessage());
        }
    }

    private static void fail(@Nullable String message) {
        System.err.println("payment-stub: " + message);
        System.exit(1);
    }

    /** A gateway and the pause that delays its answers. */
    private record Running(Gateway gateway, ClosablePause pause) implements AutoCloseable {

        private static Running with(Journal journal) {
            var pause = new ClosablePause();
            return new Running(Gateway.open(Clock.systemUTC(), pause, journal, new HttpWebhookSender()), pause);
        }

        @Override
        public void close() {
            pause.close();
            gateway.webhooks().close();
        }
    }
}
