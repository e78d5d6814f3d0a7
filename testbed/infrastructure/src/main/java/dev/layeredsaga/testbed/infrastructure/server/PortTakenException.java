package dev.layeredsaga.testbed.infrastructure.server;

import java.io.Serial;

/** The port chosen for a server is used by another program. The message is one line that names both server and port. */
public final class PortTakenException extends IllegalStateException {

    @Serial
    private static final long serialVersionUID = 1L;

    public PortTakenException(String server, int port) {
        super("Port %d for %s is already in use".formatted(port, server));
    }
}
