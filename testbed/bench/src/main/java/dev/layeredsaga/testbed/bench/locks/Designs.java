package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.service.RedisLocks;
import dev.layeredsaga.testbed.bench.service.SagaCommands;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import java.sql.SQLException;
import org.redisson.api.RedissonClient;

/** Creates designs, all on the same servers. */
final class Designs implements AutoCloseable {

    private final Infrastructure servers;
    private final RedissonClient redisson;
    private final Hosted service;
    private final Hosted actorService;
    private final Hosted unlockedService;
    private final SagaCommands commands;

    Designs(Infrastructure servers) {
        this.servers = servers;
        this.service = Hosted.start(servers, "redis", true);
        this.actorService = Hosted.start(servers, "actor", false);
        this.unlockedService = Hosted.start(servers, "none", false);
        this.commands = SagaCommands.connect(servers.kafkaBootstrapServers());
        this.redisson = RedisLocks.connect(servers);
    }

    /** Returns the service whose locks are in Redis. */
    Hosted service() {
        return service;
    }

    RedisOutage outage() throws Exception {
        return new RedisOutage(servers.redis(), service);
    }

    Design make(Way way, Workload workload, Payments payments) throws Exception {
        return switch (way) {
            case A -> new LockAroundAll(redisson, table(workload, OnTable.CONNECTIONS), payments);
            case EXCLUSIVE -> overHttp(service, "EXCLUSIVE", workload, payments);
            case COUNTED -> overHttp(service, "COUNTED", workload, payments);
            case COUNTED_KAFKA ->
                new OverKafka(commands, Catalog.fill(service, workload, "COUNTED"), payments, workload.clients());
            case ACTOR -> overHttp(actorService, "COUNTED", workload, payments);
            case UNLOCKED -> overHttp(unlockedService, "COUNTED", workload, payments);
            case FOR_UPDATE -> new RowLockAroundAll(table(workload, connectionsOfRowLocks(workload)), payments);
            case VERSION -> new VersionOnly(table(workload, OnTable.CONNECTIONS), payments);
            case INCR -> new RedisCounter(redisson, table(workload, OnTable.CONNECTIONS), payments, workload);
            case NONE -> new NoLock(table(workload, OnTable.CONNECTIONS), payments);
        };
    }

    private static Design overHttp(Hosted hosted, String policy, Workload workload, Payments payments)
            throws Exception {
        return new OverHttp(hosted.client(), Catalog.fill(hosted, workload, policy), payments, workload.clients());
    }

    private static int connectionsOfRowLocks(Workload workload) {
        return Math.min(workload.clients(), RowLockAroundAll.MOST_CONNECTIONS);
    }

    private StockTable table(Workload workload, int connections) throws SQLException {
        return StockTable.create(servers.postgres(), workload, connections);
    }

    @Override
    public void close() {
        commands.close();
        actorService.close();
        unlockedService.close();
        service.close();
        redisson.shutdown();
    }
}
