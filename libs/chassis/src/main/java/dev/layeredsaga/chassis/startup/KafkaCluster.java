package dev.layeredsaga.chassis.startup;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;

/** Kafka, ready if at least one bootstrap server accepts connections and describes its cluster. */
record KafkaCluster(List<Endpoint> servers, Map<String, Object> clientSettings) implements RequiredServer {

    private static final int CONNECT_MILLIS = 3_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** @throws IllegalArgumentException if {@code servers} is not a list of {@code host:port} */
    static KafkaCluster of(List<String> servers, Map<String, Object> clientSettings) {
        return new KafkaCluster(
                servers.stream()
                        .flatMap(server -> Arrays.stream(server.split(",", -1)))
                        .map(Endpoint::parse)
                        .toList(),
                clientSettings);
    }

    @Override
    public String name() {
        return "Kafka";
    }

    @Override
    public String place() {
        return servers.stream().map(Endpoint::toString).collect(Collectors.joining(","));
    }

    @Override
    public Finding probe() {
        String reason = "";
        for (Endpoint server : servers) {
            // a plain socket first: Kafka's own client would fill the log with its attempts
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(server.host(), server.port()), CONNECT_MILLIS);
                return describe();
            } catch (IOException e) {
                reason = RequiredServer.reasonOf(e);
            }
        }
        return new Finding.Missing(reason);
    }

    private Finding describe() {
        Map<String, Object> settings = new HashMap<>(clientSettings);
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, place());
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
        Admin admin = Admin.create(settings);
        try {
            admin.describeCluster().nodes().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return new Finding.Ready();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Finding.Refusing("interrupted");
        } catch (ExecutionException e) {
            return e.getCause() instanceof AuthenticationException
                    ? new Finding.Refusing(RequiredServer.reasonOf(e))
                    : new Finding.Missing(RequiredServer.reasonOf(e));
        } catch (TimeoutException | KafkaException e) {
            return new Finding.Missing(RequiredServer.reasonOf(e));
        } finally {
            admin.close(Duration.ZERO);
        }
    }
}
