package dev.layeredsaga.paymentstub;

import dev.layeredsaga.paymentstub.access.Doors;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a stub is set up.
 *
 * @param port where to listen; 0 for any free port
 * @param address where to listen; null for all addresses, or, as long as the doors are open, for this machine only
 * @param doors who may come in
 * @param ledger the file that keeps the ledger; null to keep it in memory
 */
public record StubSettings(
        int port,
        @Nullable InetAddress address,
        Doors doors,
        @Nullable Path ledger) {

    static final String PORT = "PAYMENT_STUB_PORT";
    static final String ADDRESS = "PAYMENT_STUB_ADDRESS";
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

    /** A stub on this port that is open to everybody on this machine, with its ledger in memory. */
    public static StubSettings onPort(int port) {
        return new StubSettings(port, null, Doors.OPEN, null);
    }

    public StubSettings withLedger(Path file) {
        return new StubSettings(port, address, doors, file);
    }

    public StubSettings withDoors(Doors others) {
        return new StubSettings(port, address, others, ledger);
    }

    public StubSettings withAddress(InetAddress other) {
        return new StubSettings(port, other, doors, ledger);
    }

    /**
     * Where to listen.
     *
     * @throws InvalidSettings if whoever comes from another machine would find the doors open
     */
    InetSocketAddress place() {
        if (address == null) {
            return doors.areOpen()
                    ? new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port)
                    : new InetSocketAddress(port);
        }
        if (doors.areOpen() && !address.isLoopbackAddress()) {
            throw new InvalidSettings(
                    "listens on %s only with credentials: set %s, and %s or %s"
                            .formatted(
                                    address.getHostAddress(),
                                    AccessEnvironment.API_KEYS,
                                    AccessEnvironment.PUBLIC_KEY,
                                    AccessEnvironment.KEY_SET),
                    null);
        }
        return new InetSocketAddress(address, port);
    }

    /** By what name this machine can reach it. */
    String host() {
        if (address == null || address.isAnyLocalAddress() || address.isLoopbackAddress()) {
            return "localhost";
        }
        String literal = address.getHostAddress();
        return literal.contains(":") ? "[" + literal + "]" : literal;
    }

    /**
     * What the environment says: {@code PAYMENT_STUB_PORT}, by default 8083, {@code PAYMENT_STUB_ADDRESS}, by default
     * none, {@code PAYMENT_STUB_LEDGER}, by default none, which is also what an empty one means, and who may come in.
     *
     * @throws InvalidSettings if one of them makes no sense
     */
    static StubSettings from(Map<String, String> environment) {
        return new StubSettings(
                port(environment.getOrDefault(PORT, DEFAULT_PORT)),
                address(environment.getOrDefault(ADDRESS, "")),
                AccessEnvironment.read(environment),
                file(environment.getOrDefault(LEDGER, "")));
    }

    private static int port(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new InvalidSettings(PORT + ": \"" + value + "\" is not a port", e);
        }
    }

    private static @Nullable InetAddress address(String value) {
        try {
            return value.isBlank() ? null : InetAddress.getByName(value.strip());
        } catch (UnknownHostException e) {
            throw new InvalidSettings(ADDRESS + ": \"" + value + "\" is not an address", e);
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
