package dev.layeredsaga.testbed.infrastructure;

/** A Redis server that keeps nothing on disk: what it held is gone after a stop. */
public interface RedisServer extends Server {

    @Override
    default String name() {
        return "Redis";
    }

    default String url() {
        return "redis://%s:%d".formatted(host(), port());
    }
}
