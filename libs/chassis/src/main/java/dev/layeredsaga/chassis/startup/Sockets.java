package dev.layeredsaga.chassis.startup;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Opens plain connections with a connect and read timeout. */
final class Sockets {

    private static final int MILLIS = 3_000;

    private Sockets() {}

    static Socket connect(Endpoint endpoint) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setSoTimeout(MILLIS);
            socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
