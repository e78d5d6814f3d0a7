package dev.layeredsaga.testbed.infrastructure.server;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A server failed to start. The message is one line that names it; the cause, if any, explains the failure. */
public final class ServerStartException extends IllegalStateException {

    @Serial
    private static final long serialVersionUID = 1L;

    public ServerStartException(String server, String reason, @Nullable Throwable cause) {
        super("%s did not start: %s".formatted(server, reason), cause);
    }
}
