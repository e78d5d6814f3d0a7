package dev.layeredsaga.testbed.infrastructure;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Two PostgreSQL servers: a primary, and a standby that has every commit before the primary says "committed". {@link #jdbcUrl} names
 * both, and leads to the one that is the primary. Stopping and starting concerns both. Thread-safe.
 */
public final class ReplicatedPostgresServer implements PostgresServer {

    private final EmbeddedPostgresServer first;
    private final EmbeddedPostgresServer second;
    private EmbeddedPostgresServer primary;
    private boolean hasStandby;

    ReplicatedPostgresServer(EmbeddedPostgresServer first, EmbeddedPostgresServer second) {
        this.first = first;
        this.second = second;
        this.primary = first;
    }

    /** Returns the port of the present primary. */
    @Override
    public synchronized int port() {
        return primary.port();
    }

    @Override
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://%s:%d,%s:%d/%s?targetServerType=primary"
                .formatted(first.host(), first.port(), second.host(), second.port(), database);
    }

    /** Connects to the primary, even if it takes no writes at present. */
    @Override
    public synchronized Connection connect(String database) throws SQLException {
        return primary.connect(database);
    }

    @Override
    public synchronized void start() {
        primary.start();
        if (hasStandby) {
            standby().start();
        } else {
            addStandby();
        }
    }

    @Override
    public synchronized void stop() {
        primary.stop();
        standby().stop();
    }

    /**
     * Kills the primary, and promotes the standby; returns when that takes writes. There is no standby after that.
     *
     * @throws IllegalStateException if there is none before
     */
    public synchronized void failOver() {
        if (!hasStandby) {
            throw new IllegalStateException("there is no standby");
        }
        primary.kill();
        hasStandby = false;
        Standby.promote(standby());
        primary = standby();
    }

    /** Makes a standby where there is none, and returns when it has all that the primary has; a primary that was killed is forgotten. */
    public synchronized void addStandby() {
        if (!hasStandby) {
            new Standby(primary, standby()).makeAndAwait();
            hasStandby = true;
        }
    }

    private EmbeddedPostgresServer standby() {
        return primary == first ? second : first;
    }
}
