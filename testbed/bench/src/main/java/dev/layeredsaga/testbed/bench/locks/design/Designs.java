package dev.layeredsaga.testbed.bench.locks.design;

import dev.layeredsaga.testbed.bench.locks.design.OnTable.LockAroundAll;
import dev.layeredsaga.testbed.bench.locks.design.OnTable.NoLock;
import dev.layeredsaga.testbed.bench.locks.design.OnTable.RedisCounter;
import dev.layeredsaga.testbed.bench.locks.design.OnTable.RowLockAroundAll;
import dev.layeredsaga.testbed.bench.locks.design.OnTable.VersionOnly;
import dev.layeredsaga.testbed.bench.locks.load.Design;
import dev.layeredsaga.testbed.bench.locks.load.Payments;
import dev.layeredsaga.testbed.bench.locks.load.Way;
import dev.layeredsaga.testbed.bench.locks.load.Workload;
import dev.layeredsaga.testbed.bench.service.HostedInventory;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Creates designs, all on the same servers. */
public final class Designs implements AutoCloseable {

    private final PostgresServer postgres;
    private final RedissonClient redisson;
    private final HostedInventory service;
    private final HostedInventory gated;

    public Designs(Infrastructure servers) {
        this.postgres = servers.postgres();
        this.service = new HostedInventory(servers, "inventory", false);
        this.gated = new HostedInventory(servers, "gated", true);
        // as many threads and connections as the service has
        Config config = new Config().setThreads(4).setNettyThreads(4);
        config.useSingleServer()
                .setAddress(servers.redisUrl())
                .setConnectionPoolSize(32)
                // a waiter subscribes to its lock's channel; with 1,000 items in demand, hundreds at a time
                .setSubscriptionsPerConnection(100);
        this.redisson = Redisson.create(config);
    }

    public Design make(Way way, Workload workload, Payments payments) throws Exception {
        return switch (way) {
            case A -> new LockAroundAll(redisson, postgres, workload, payments);
            case EXCLUSIVE -> on(service, "EXCLUSIVE", workload, payments);
            case GATED -> on(gated, "EXCLUSIVE", workload, payments);
            case COUNTED -> on(service, "COUNTED", workload, payments);
            case FOR_UPDATE -> new RowLockAroundAll(postgres, workload, payments);
            case VERSION -> new VersionOnly(postgres, workload, payments);
            case INCR -> new RedisCounter(redisson, postgres, workload, payments);
            case NONE -> new NoLock(postgres, workload, payments);
        };
    }

    private static Design on(HostedInventory inventory, String policy, Workload workload, Payments payments)
            throws Exception {
        return new OnService(Catalog.fill(inventory, workload, policy), payments, workload.clients());
    }

    /** Returns the number of sections in which the service has gone on without its RLock, with and without the gate. */
    public int lockTimeouts() {
        return service.client().lockTimeouts() + gated.client().lockTimeouts();
    }

    @Override
    public void close() {
        service.close();
        gated.close();
        redisson.shutdown();
    }
}
