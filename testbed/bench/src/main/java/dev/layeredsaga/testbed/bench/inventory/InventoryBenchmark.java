package dev.layeredsaga.testbed.bench.inventory;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the inventory-service with 64 clients: on one taken seat, on many items and on one. If the locks are in Redis, then
 * stops and restarts Redis under load. The argument lists the lock providers ({@code inventory.locking.provider}), default
 * {@code redis,none}; the first is the baseline.
 */
public final class InventoryBenchmark implements AutoCloseable {

    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final int ROUNDS = 3;

    private final Infrastructure servers;
    private final List<HostedProvider> providers = new ArrayList<>();

    private InventoryBenchmark(Infrastructure servers) {
        this.servers = servers;
    }

    public static void main(String[] arguments) throws Exception {
        String providers = arguments.length == 0 ? "redis,none" : arguments[0];
        try (var servers = DurableServers.start();
                InventoryBenchmark benchmark = new InventoryBenchmark(servers)) {
            for (String provider : providers.split(",", -1)) {
                benchmark.providers.add(HostedProvider.start(provider, servers));
            }
            benchmark.run();
        }
    }

    private void run() throws Exception {
        warmUp();
        measureBusyAnswers();
        say("rounds of claim and release …%n".formatted());
        say("%n%s%n".formatted(new Rounds().measure(providers, ROUNDS)));
        for (HostedProvider provider : providers) {
            if (provider.name().equals("redis")) {
                takeRedisAway(provider);
            }
        }
    }

    private void warmUp() throws Exception {
        for (HostedProvider provider : providers) {
            say("warming up for %d s: %s …%n".formatted(WARM_UP.toSeconds(), provider.name()));
            Rounds.MANY.putInto(provider.client());
            new Buying(provider.client(), Rounds.MANY).run(WARM_UP);
        }
    }

    private void measureBusyAnswers() throws Exception {
        say("busy answers …%n".formatted());
        try (Seat seat = Seat.create(servers)) {
            BusyAnswers busy = new BusyAnswers(seat);
            for (HostedProvider provider : providers) {
                busy.enter(provider);
            }
            say("%n%s%n".formatted(busy.measure(ROUNDS)));
        }
    }

    private void takeRedisAway(HostedProvider provider) throws Exception {
        RedisOutage outage = new RedisOutage(servers.redis(), provider.meters(), provider.client());
        Shelf shelf = Shelf.fill(provider.client());
        outage.run(shelf);
        try (Connection connection = servers.postgres().connect(provider.database())) {
            say("%n%s%n%s%n".formatted(outage, new Audit(connection).of(shelf)));
        }
    }

    @Override
    public void close() {
        providers.forEach(HostedProvider::close);
    }
}
