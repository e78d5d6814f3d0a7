package dev.layeredsaga.testbed.bench.service;

import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Creates the benchmark's own Redisson client, for designs that the service does not have. */
public final class RedisLocks {

    private RedisLocks() {}

    /** Connects with as many threads and connections as the service has. The caller shuts the client down. */
    public static RedissonClient connect(Infrastructure servers) {
        Config config = new Config().setThreads(4).setNettyThreads(4);
        config.useSingleServer()
                .setAddress(servers.redisUrl())
                .setConnectionPoolSize(32)
                // a waiter subscribes to its lock's channel; with 1,000 items in demand, hundreds at a time
                .setSubscriptionsPerConnection(100);
        return Redisson.create(config);
    }
}
