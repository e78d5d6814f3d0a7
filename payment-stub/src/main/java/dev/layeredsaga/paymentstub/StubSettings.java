package dev.layeredsaga.paymentstub;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a stub is set up. It always listens on all interfaces.
 *
 * @param port where to listen; 0 for any free port
 * @param ledger the file that keeps the ledger; null to keep it in memory
 */
public record StubSettings(int port, @Nullable Path ledger) {

    static final String PORT = "PAYMENT_STUB_PORT";
    static final String LEDGER = "PAYMENT_STUB_LEDGER";

    private static final String DEFAULT_PORT = "8083";
    private static final int MAX_PORT = 65_535;

    /**
     * @throws InvalidSettings if the port is not from 0 to 65535
     */
    public StubSettings {
        if (port < 0 || port > MAX_PORT) {
            throw new InvalidSettings("port " + port + " is not from 0 to " + MAX_PORT, null);
        }
    }

    /** A stub on this port, with its ledger in memory. */
    public static StubSettings onPort(int port) {
        return new StubSettings(port, null);
    }

    public StubSettings withLedger(Path file) {
        return new StubSettings(port, file);
    }

    /**
     * What the environment says: {@code PAYMENT_STUB_PORT}, by default 8083, and {@code PAYMENT_STUB_LEDGER}, by
     * default none, which is also what an empty one means.
     *
     * @throws InvalidSettings if one of them makes no sense
     */
    static StubSettings from(Map<String, String> environment) {
        return new StubSettings(
                port(environment.getOrDefault(PORT, DEFAULT_PORT)), file(environment.getOrDefault(LEDGER, "")));
    }

    private static int port(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new InvalidSettings(PORT + ": \"" + value + "\" is not a port", e);
        }
    }

    private static @Nullable Path file(String value) {
        try {
            return value.isBlank() ? null : Path.of(value);
        } catch (InvalidPathException e) {
            throw new InvalidSettings(LEDGER + ": \"" + value + "\" is not a file name", e);
        }
    }
}
