package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sends requests to one service over a kept-alive connection and reconnects when needed. Not thread-safe. */
final class WireConnection implements AutoCloseable {

    private final URI service;
    private final Duration timeout;
    private @Nullable Socket socket;
    private @Nullable InputStream input;

    /** @param timeout the timeout of the connect and of each read */
    WireConnection(URI service, Duration timeout) {
        this.service = service;
        this.timeout = timeout;
    }

    /** A response with its latency. */
    record WireAnswer(int status, Map<String, String> headers, String body, Duration took) {}

    /** @throws IOException if there is no response, or none in HTTP */
    WireAnswer send(WireRequest request) throws IOException {
        long start = System.nanoTime();
        boolean isUsedAgain = socket != null;
        WireAnswer answer;
        try {
            answer = exchange(request, start);
        } catch (EOFException | SocketException e) {
            close();
            if (!isUsedAgain) {
                throw e;
            }
            // the service had closed the idle connection
            answer = exchange(request, System.nanoTime());
        } catch (IOException e) {
            close();
            throw e;
        }
        if (request.isOdd() || answer.headers().getOrDefault("connection", "").equalsIgnoreCase("close")) {
            close();
        }
        return answer;
    }

    private WireAnswer exchange(WireRequest request, long start) throws IOException {
        Socket open = open();
        try {
            open.getOutputStream().write(request.bytes());
        } catch (SocketException e) {
            // the service responded and closed the connection before it had read the whole request
        }
        InputStream in = Objects.requireNonNull(input);
        int status = status(in);
        Map<String, String> headers = headers(in);
        while (status / 100 == 1) {
            status = status(in);
            headers = headers(in);
        }
        String body = request.method().equals("HEAD") || status == 204 || status == 304 ? "" : body(in, headers);
        return new WireAnswer(status, headers, body, Duration.ofNanos(System.nanoTime() - start));
    }

    private Socket open() throws IOException {
        if (socket == null) {
            Socket opened = new Socket();
            opened.connect(new InetSocketAddress(service.getHost(), service.getPort()), (int) timeout.toMillis());
            opened.setSoTimeout((int) timeout.toMillis());
            opened.setTcpNoDelay(true);
            socket = opened;
            input = new BufferedInputStream(opened.getInputStream());
        }
        return socket;
    }

    private static int status(InputStream in) throws IOException {
        String line = line(in);
        String[] parts = line.split(" ", 3);
        if (!parts[0].startsWith("HTTP/1.") || parts.length < 2) {
            throw new IOException("no HTTP: " + line);
        }
        return Integer.parseInt(parts[1].strip());
    }

    private static Map<String, String> headers(InputStream in) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String[] parts = line.split(":", 2);
            headers.put(parts[0].toLowerCase(Locale.ROOT), parts.length < 2 ? "" : parts[1].strip());
        }
        return headers;
    }

    /** Reads the body; closes the connection for an event stream without reading it, because the stream may stay open. */
    private String body(InputStream in, Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("content-type", "").startsWith("text/event-stream")) {
            close();
            return "";
        }
        if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            return chunks(in);
        }
        String length = headers.get("content-length");
        if (length == null) {
            String all = new String(in.readAllBytes(), ISO_8859_1);
            close();
            return all;
        }
        byte[] body = in.readNBytes(Integer.parseInt(length));
        if (body.length < Integer.parseInt(length)) {
            throw new IOException("the answer ends after %d of %s bytes".formatted(body.length, length));
        }
        return new String(body, ISO_8859_1);
    }

    private static String chunks(InputStream in) throws IOException {
        StringBuilder body = new StringBuilder();
        for (int size = Integer.parseInt(line(in), 16); size > 0; size = Integer.parseInt(line(in), 16)) {
            body.append(new String(in.readNBytes(size), ISO_8859_1));
            line(in);
        }
        line(in);
        return body.toString();
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("closed without an answer");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        Socket open = socket;
        socket = null;
        input = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // ignored, because the connection is not used again
            }
        }
    }
}
