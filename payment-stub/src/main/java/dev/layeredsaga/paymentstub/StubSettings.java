package dev.layeredsaga.paymentstub;

import dev.layeredsaga.paymentstub.access.ApiKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a stub.
 *
 * @param port the port to listen on; 0 for any free port
 * @param address the address to listen on; null for all addresses, or for loopback only if there are no keys
 * @param keys the keys that open it; without any it is open to all clients on this machine
 * @param ledger the file of the ledger; null to keep it in memory
 */
public record StubSettings(
        int port,
        @Nullable InetAddress address,
        ApiKeys keys,
        @Nullable Path ledger) {

    static final String PORT = "PAYMENT_STUB_PORT";
    static final String ADDRESS = "PAYMENT_STUB_ADDRESS";
    static final String API_KEYS = "PAYMENT_STUB_API_KEYS";
    static final String LEDGER = "PAYMENT_STUB_LEDGER";

    static final String DEFAULT_PORT = "8083";
    private static final int MAX_PORT = 65_535;

    /**
     * @throws InvalidSettings if the port is not from 0 to 65535
     */
    public StubSettings {
        if (port < 0 || port > MAX_PORT) {
            throw new InvalidSettings("port " + port + " is not from 0 to " + MAX_PORT, null);
        }
    }

    /** Creates the settings of a stub on this port, open to all clients on this machine, with its ledger in memory. */
    public static StubSettings onPort(int port) {
        return new StubSettings(port, null, ApiKeys.NONE, null);
    }

    public StubSettings withLedger(Path file) {
        return new StubSettings(port, address, keys, file);
    }

    public StubSettings withKeys(ApiKeys others) {
        return new StubSettings(port, address, others, ledger);
    }

    public StubSettings withAddress(InetAddress other) {
        return new StubSettings(port, other, keys, ledger);
    }

    /**
     * Returns the socket address to listen on.
     *
     * @throws InvalidSettings if the address is not loopback and there are no keys
     */
    InetSocketAddress socketAddress() {
        if (address == null) {
            return keys.isEmpty()
                    ? new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port)
                    : new InetSocketAddress(port);
        }
        if (keys.isEmpty() && !address.isLoopbackAddress()) {
            throw new InvalidSettings(
                    "listens on " + address.getHostAddress() + " only with API keys: set " + API_KEYS, null);
        }
        return new InetSocketAddress(address, port);
    }

    /** Returns the host name under which this machine reaches the stub. */
    String host() {
        if (address == null || address.isAnyLocalAddress() || address.isLoopbackAddress()) {
            return "localhost";
        }
        String literal = address.getHostAddress();
        return literal.contains(":") ? "[" + literal + "]" : literal;
    }

    /**
     * Reads the settings from {@code PAYMENT_STUB_PORT} (default 8083), {@code PAYMENT_STUB_ADDRESS} (default none),
     * {@code PAYMENT_STUB_LEDGER} (default none; empty means none) and
     * {@code PAYMENT_STUB_API_KEYS}, separated by commas (default none).
     *
     * @throws InvalidSettings if one of them has an invalid value
     */
    static StubSettings from(Map<String, String> environment) {
        // what they had kept closed would be open
        environment.keySet().stream()
                .filter(name -> name.startsWith("PAYMENT_STUB_JWT_"))
                .findFirst()
                .ifPresent(name -> {
                    throw new InvalidSettings(name + " is gone: set " + API_KEYS, null);
                });
        return new StubSettings(
                port(environment.getOrDefault(PORT, DEFAULT_PORT)),
                address(environment.getOrDefault(ADDRESS, "")),
                keys(environment.getOrDefault(API_KEYS, "")),
                file(environment.getOrDefault(LEDGER, "")));
    }

    private static ApiKeys keys(String list) {
        try {
            return ApiKeys.of(Stream.of(list.split(","))
                    .map(String::strip)
                    .filter(key -> !key.isEmpty())
                    .toList());
        } catch (IllegalArgumentException e) {
            throw new InvalidSettings(API_KEYS + ": " + e.getMessage(), e);
        }
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
