package dev.layeredsaga.testbed.infrastructure;

import java.io.Serial;

/** Another program has the port that a server was to use. The message is one line that names both. */
public final class PortTakenException extends IllegalStateException {

    @Serial
    private static final long serialVersionUID = 1L;

    PortTakenException(String server, int port) {
        super("Port %d for %s is already in use".formatted(port, server));
    }
}
