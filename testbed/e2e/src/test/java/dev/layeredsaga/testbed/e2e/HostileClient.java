package dev.layeredsaga.testbed.e2e;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.layeredsaga.testbed.client.OpenConnections;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** One without a token who wants to see a service fall. Thread-safe. */
record HostileClient(URI service) {

    private static final int MEGABYTE = 1_000_000;
    private static final int CHUNK = 50_000;

    /** Together more than the memory of a service. */
    private static final int AT_ONCE = 300;

    /** Longer than a service waits for the rest of a body. */
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    /** Ways to frame a request body. */
    private enum Framing {
        LENGTH("Content-Length: " + MEGABYTE),
        CHUNKED("Transfer-Encoding: chunked"),
        GZIP("Content-Encoding: gzip\r\nContent-Length: " + MEGABYTE);

        private final String headers;

        Framing(String headers) {
            this.headers = headers;
        }
    }

    /**
     * Sends so many bodies of a megabyte but for the last byte, 300 at once, a third of them each with its length, in chunks, and
     * said to be compressed.
     *
     * @return how many were answered with which status; those without an answer with 0
     */
    Map<Integer, Integer> sendBodies(String path, int count) {
        Map<Integer, Integer> statuses = new ConcurrentSkipListMap<>();
        Semaphore places = new Semaphore(AT_ONCE);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                places.acquireUninterruptibly();
                Framing framing = Framing.values()[i % Framing.values().length];
                clients.execute(() -> {
                    statuses.merge(sendBody(path, framing), 1, Integer::sum);
                    places.release();
                });
            }
        }
        return statuses;
    }

    private int sendBody(String path, Framing framing) {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            try {
                out.write(head(path, framing).getBytes(ISO_8859_1));
                byte[] chunk = new byte[CHUNK];
                for (int sent = 0; sent < MEGABYTE; sent += CHUNK) {
                    boolean isLast = sent + CHUNK == MEGABYTE;
                    if (framing == Framing.CHUNKED) {
                        out.write((Integer.toHexString(CHUNK) + "\r\n").getBytes(ISO_8859_1));
                    }
                    out.write(chunk, 0, isLast ? CHUNK - 1 : CHUNK);
                    if (framing == Framing.CHUNKED && !isLast) {
                        out.write("\r\n".getBytes(ISO_8859_1));
                    }
                }
            } catch (IOException e) {
                // refused before all of it was sent; the answer may be there
            }
            return statusOf(socket);
        } catch (IOException e) {
            return 0;
        }
    }

    private String head(String path, Framing framing) {
        return "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n%s\r\n\r\n"
                .formatted(path, service.getAuthority(), framing.headers);
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), service.getPort()), (int) TIMEOUT.toMillis());
        return socket;
    }

    /** @param status 0 if there was none */
    record Answer(int status, String text) {

        boolean isProblem() {
            return text.toLowerCase(Locale.ROOT).contains("\r\ncontent-type: application/problem+json");
        }
    }

    /** Sends the bytes as they are, and returns all that comes back until the service closes the connection. */
    Answer send(String request) {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            String text = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            String last = text.startsWith("HTTP/1.1 100") ? text.substring(text.indexOf("\r\n\r\n") + 4) : text;
            return new Answer(last.isEmpty() ? 0 : Integer.parseInt(last.split(" ", 3)[1].strip()), last);
        } catch (IOException | NumberFormatException e) {
            return new Answer(0, e.toString());
        }
    }

    private static int statusOf(Socket socket) throws IOException {
        String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1)).readLine();
        return line == null ? 0 : Integer.parseInt(line.split(" ", 3)[1]);
    }

    /** Opens so many connections, of which every other one says nothing, and the rest have begun to send a body to this address. */
    OpenConnections open(String path, int count) {
        OpenConnections connections = new OpenConnections();
        for (int i = 0; i < count; i++) {
            connections.open(service, i % 2 == 0 ? head(path, Framing.LENGTH) : "");
        }
        return connections;
    }

    /** Sends one more byte over each of those that send a body, as far as they are still open. */
    static void dribble(OpenConnections connections) {
        for (int i = 0; i < connections.sockets().size(); i += 2) {
            try {
                connections.sockets().get(i).getOutputStream().write(' ');
            } catch (IOException e) {
                // closed by the service, as it should be sooner or later
            }
        }
    }
}
