package dev.layeredsaga.messaging.startup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Redis, asked by a {@code PING}; over TLS only the connection is tried. */
record RedisServer(Endpoint endpoint, boolean encrypted) implements RequiredServer {

    private static final int DEFAULT_PORT = 6379;

    /** @throws IllegalArgumentException if it is not {@code redis://host:port} or {@code rediss://host:port} */
    static RedisServer of(String url) {
        URI uri = URI.create(url);
        boolean encrypted = "rediss".equals(uri.getScheme());
        if (!(encrypted || "redis".equals(uri.getScheme())) || uri.getHost() == null) {
            throw new IllegalArgumentException("not redis://host:port");
        }
        int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
        return new RedisServer(new Endpoint(uri.getHost(), port), encrypted);
    }

    @Override
    public String name() {
        return "Redis";
    }

    @Override
    public String place() {
        return endpoint.toString();
    }

    @Override
    public Finding look() {
        try (Socket socket = Sockets.connect(endpoint)) {
            return encrypted ? new Finding.Ready() : ping(socket);
        } catch (IOException e) {
            return new Finding.Missing(Reasons.of(e));
        }
    }

    private static Finding ping(Socket socket) throws IOException {
        socket.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
        String answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
        return isAlive(answer) ? new Finding.Ready() : new Finding.Missing("answered " + answer);
    }

    /** Whoever asks for a password is up; whether ours is right, its client will say. */
    private static boolean isAlive(@Nullable String answer) {
        return answer != null && (answer.startsWith("+PONG") || answer.startsWith("-NOAUTH"));
    }
}
