package dev.layeredsaga.testbed.infrastructure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Ports on the loopback interface, the only one that any server here listens on. */
public final class Loopback {

    static final String HOST = "127.0.0.1";

    private static final InetAddress ADDRESS = InetAddress.ofLiteral(HOST);

    // Below the range from which operating systems number outgoing connections (32768 and up): otherwise a client could
    // be given the port of a stopped server, take it away, or even connect to itself.
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 97 % (LAST - FIRST)));

    private Loopback() {}

    /** The port itself if it is not 0, else a free one, never given out twice in a row. */
    static int choose(int port) {
        return port == 0 ? freePort() : port;
    }

    /** A port that nothing listens on. */
    public static int freePort() {
        for (int attempt = 0; attempt < LAST - FIRST; attempt++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), LAST - FIRST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port between %d and %d".formatted(FIRST, LAST));
    }

    /** Whether a server could listen there now and none does. */
    static boolean isFree(int port) {
        return canBind(port) && !answers(port);
    }

    private static boolean canBind(int port) {
        try (var socket = new ServerSocket(port, 1, ADDRESS)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** On some systems one can bind to the loopback address although another listens on all addresses. */
    private static boolean answers(int port) {
        try (var socket = new Socket(ADDRESS, port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
