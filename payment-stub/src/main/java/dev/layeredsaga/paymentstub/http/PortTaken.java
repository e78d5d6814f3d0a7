package dev.layeredsaga.paymentstub.http;

/** Thrown if another process listens on the stub's port. */
public final class PortTaken extends RuntimeException {

    PortTaken(int port, Throwable cause) {
        super("port " + port + " is taken", cause);
    }
}
