package dev.layeredsaga.testbed.failures.chaos.lock;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.infrastructure.server.Server;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Asks Redis, in its own protocol, which locks of the inventory there are. */
public record RedisLocks(String host, int port) {

    private static final int TIMEOUT_MILLIS = 1_000;

    /** One line per lock: its key, its time to live in milliseconds, its holder. */
    private static final String SCRIPT = "local found = {} "
            + "for _, key in ipairs(redis.call('KEYS', 'inventory:lock:*')) do "
            + "found[#found + 1] = key .. ' ' .. redis.call('PTTL', key) .. ' ' .. (redis.call('HKEYS', key)[1] or '?') end "
            + "return found";

    /** A lock as it is now; its time to live is negative if it has none. */
    record Lock(String key, Duration ttl, String holder) {

        static Lock of(String line) {
            String[] parts = line.split(" ", 3);
            return new Lock(parts[0], Duration.ofMillis(Long.parseLong(parts[1])), parts[2]);
        }
    }

    public static RedisLocks of(Server redis) {
        return new RedisLocks(redis.host(), redis.port());
    }

    /** @throws IOException if Redis is away, or does not answer */
    public List<Lock> all() throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(command("EVAL", SCRIPT, "0").getBytes(UTF_8));
            return read(new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)));
        }
    }

    private static String command(String... words) {
        StringBuilder command = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            command.append('$')
                    .append(word.length())
                    .append("\r\n")
                    .append(word)
                    .append("\r\n");
        }
        return command.toString();
    }

    private static List<Lock> read(BufferedReader answer) throws IOException {
        String head = line(answer);
        if (!head.startsWith("*")) {
            throw new IOException("Redis says " + head);
        }
        List<Lock> locks = new ArrayList<>();
        for (int i = Integer.parseInt(head.substring(1)); i > 0; i--) {
            var unused = line(answer); // how long the next line is
            locks.add(Lock.of(line(answer)));
        }
        return locks;
    }

    private static String line(BufferedReader answer) throws IOException {
        String line = answer.readLine();
        if (line == null) {
            throw new IOException("Redis has hung up");
        }
        return line;
    }
}
