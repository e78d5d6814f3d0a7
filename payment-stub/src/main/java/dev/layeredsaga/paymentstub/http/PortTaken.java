package dev.layeredsaga.paymentstub.http;

/** The stub cannot listen, because something else does on its port. */
public final class PortTaken extends RuntimeException {

    PortTaken(int port, Throwable cause) {
        super("port " + port + " is taken", cause);
    }
}
