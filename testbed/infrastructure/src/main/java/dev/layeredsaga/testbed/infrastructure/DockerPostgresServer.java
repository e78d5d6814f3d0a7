package dev.layeredsaga.testbed.infrastructure;

import org.testcontainers.postgresql.PostgreSQLContainer;

final class DockerPostgresServer extends DockerServer implements PostgresServer {

    DockerPostgresServer() {
        super(
                new PostgreSQLContainer("postgres:18")
                        .withUsername("postgres")
                        .withPassword("postgres")
                        .withCommand("postgres", "-c", "fsync=off", "-c", "max_connections=300"),
                5432);
    }

    @Override
    boolean isReady() {
        return Readiness.of(this);
    }
}
