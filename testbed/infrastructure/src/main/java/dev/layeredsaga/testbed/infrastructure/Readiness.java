package dev.layeredsaga.testbed.infrastructure;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;

/** Readiness probes of the servers, in their own protocols. */
final class Readiness {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MILLIS_PER_QUESTION = 1_000;

    private Readiness() {}

    /** Probes until the server is ready, up to 60 s. */
    static void await(Server server, BooleanSupplier ready) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!ready.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new ServerStartException(server.name(), "no answer within " + LIMIT.toSeconds() + " s", null);
            }
            pause(server);
        }
    }

    static boolean of(PostgresServer postgres) {
        try (var connection = postgres.connect("postgres")) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    static boolean of(RedisServer redis) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(redis.host(), redis.port()), MILLIS_PER_QUESTION);
            socket.setSoTimeout(MILLIS_PER_QUESTION);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII).equals("+PONG");
        } catch (IOException e) {
            return false;
        }
    }

    static boolean of(KafkaServer kafka) {
        var settings = new HashMap<>(kafka.adminSettings());
        settings.put("default.api.timeout.ms", MILLIS_PER_QUESTION * 5);
        settings.put("request.timeout.ms", MILLIS_PER_QUESTION * 5);
        try (var admin = Admin.create(settings)) {
            return !admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).isEmpty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    private static void pause(Server server) {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerStartException(server.name(), "interrupted", e);
        }
    }
}
