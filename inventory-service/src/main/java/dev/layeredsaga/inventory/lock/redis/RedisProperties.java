package dev.layeredsaga.inventory.lock.redis;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param url of the Redis that keeps the locks, such as {@code redis://localhost:6379}, which is the default */
@ConfigurationProperties("inventory.redis")
record RedisProperties(
        @DefaultValue("redis://localhost:6379") String url) {}
