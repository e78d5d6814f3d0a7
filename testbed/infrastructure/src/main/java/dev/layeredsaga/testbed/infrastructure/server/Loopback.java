package dev.layeredsaga.testbed.infrastructure.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Ports on the loopback interface, the only interface on which the servers listen. */
public final class Loopback {

    public static final String HOST = "127.0.0.1";

    private static final InetAddress ADDRESS = InetAddress.ofLiteral(HOST);

    // below the range of ephemeral ports (32768 and up): otherwise a client could be assigned the port of a stopped
    // server, occupy it, or even connect to itself
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 97 % (LAST - FIRST)));

    private Loopback() {}

    /** Returns the port itself, or a free one for 0; the same port is never returned twice in a row. */
    public static int choose(int port) {
        return port == 0 ? freePort() : port;
    }

    /** Returns a port on which no server listens. */
    public static int freePort() {
        for (int attempt = 0; attempt < LAST - FIRST; attempt++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), LAST - FIRST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port between %d and %d".formatted(FIRST, LAST));
    }

    /** Returns true if the port can be bound and no server listens on it. */
    public static boolean isFree(int port) {
        return canBind(port) && !answers(port);
    }

    private static boolean canBind(int port) {
        try (var socket = new ServerSocket(port, 1, ADDRESS)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns true if a server listens; some systems allow binding to the loopback address while one listens on all addresses. */
    public static boolean answers(int port) {
        try (var socket = new Socket(ADDRESS, port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
