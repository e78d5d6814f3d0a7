package dev.layeredsaga.testbed.infrastructure;

/** A Redis server without persistence: its data is lost when it stops. */
public interface RedisServer extends Server {

    @Override
    default String name() {
        return "Redis";
    }

    default String url() {
        return "redis://%s:%d".formatted(host(), port());
    }
}
