package dev.layeredsaga.testbed.infrastructure;

import org.testcontainers.containers.GenericContainer;

final class DockerRedisServer extends DockerServer implements RedisServer {

    DockerRedisServer() {
        super(
                new GenericContainer<>("redis:8").withCommand("redis-server", "--save", "", "--protected-mode", "no"),
                6379);
    }

    @Override
    boolean isReady() {
        return Readiness.of(this);
    }
}
