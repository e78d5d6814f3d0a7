package dev.layeredsaga.paymentstub;

import dev.layeredsaga.paymentstub.attempt.ClosablePause;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.http.HttpGateway;
import dev.layeredsaga.paymentstub.http.PortTaken;
import java.net.URI;
import java.time.Clock;

/**
 * A payment gateway that moves no money, fails on demand and keeps a ledger to audit. Run as a program or held in a
 * try-with-resources statement; its state lives and dies with it. Thread-safe.
 */
public final class PaymentStubServer implements AutoCloseable {

    private final ClosablePause pause;
    private final HttpGateway http;

    private PaymentStubServer(ClosablePause pause, HttpGateway http) {
        this.pause = pause;
        this.http = http;
    }

    /**
     * Starts a stub with an empty ledger and no fault set.
     *
     * @param port where to listen; 0 for any free port
     * @throws PortTaken if something else listens there
     */
    public static PaymentStubServer start(int port) {
        var pause = new ClosablePause();
        return new PaymentStubServer(pause, HttpGateway.start(port, Gateway.open(Clock.systemUTC(), pause)));
    }

    public int port() {
        return http.port();
    }

    /** The base of all addresses, without a slash at its end. */
    public URI url() {
        return URI.create("http://localhost:" + port());
    }

    /** Stops listening. Requests still waiting are cut short. */
    @Override
    public void close() {
        pause.close();
        http.close();
    }

    /** Serves on the port that {@code PAYMENT_STUB_PORT} names, by default 8083, until the process is ended. */
    public static void main(String[] args) {
        try {
            PaymentStubServer stub = start(Port.from(System.getenv()));
            Runtime.getRuntime().addShutdownHook(new Thread(stub::close));
            System.out.println("payment-stub: a STUB that moves no money, on " + stub.url());
        } catch (PortTaken | Port.Invalid e) {
            System.err.println("payment-stub: " + e.getMessage() + " (set " + Port.VARIABLE + " to another)");
            System.exit(1);
        }
    }
}
