package dev.layeredsaga.testbed.bench.service;

import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A Redisson of the benchmark's own, for designs that the service does not have. */
public final class RedisLocks {

    private RedisLocks() {}

    /** As many threads and connections as the service has. The caller shuts it down. */
    public static RedissonClient connect(Infrastructure servers) {
        Config config = new Config().setThreads(4).setNettyThreads(4);
        config.useSingleServer()
                .setAddress(servers.redisUrl())
                .setConnectionPoolSize(32)
                // who waits for a lock listens to its channel; with 1,000 items in demand, hundreds of them at a time
                .setSubscriptionsPerConnection(100);
        return Redisson.create(config);
    }
}
