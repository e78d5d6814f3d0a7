package dev.layeredsaga.testbed.infrastructure.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Two PostgreSQL servers with synchronous replication: the standby has every commit before the primary confirms it. {@link #jdbcUrl}
 * names both and leads to the current primary. {@link #start()} and {@link #stop()} apply to both. Thread-safe.
 */
public final class ReplicatedPostgresServer implements PostgresServer {

    private final EmbeddedPostgresServer first;
    private final EmbeddedPostgresServer second;
    private EmbeddedPostgresServer primary;
    private boolean hasStandby;

    public ReplicatedPostgresServer(EmbeddedPostgresServer first, EmbeddedPostgresServer second) {
        this.first = first;
        this.second = second;
        this.primary = first;
    }

    /** Returns the port of the current primary. */
    @Override
    public synchronized int port() {
        return primary.port();
    }

    @Override
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://%s:%d,%s:%d/%s?targetServerType=primary"
                .formatted(first.host(), first.port(), second.host(), second.port(), database);
    }

    /** Connects to the primary, even while it accepts no writes. */
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
     * Kills the primary and promotes the standby; returns when it accepts writes. There is no standby afterwards.
     *
     * @throws IllegalStateException if there is no standby before
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

    /** Adds a standby if there is none, and returns when it is in sync with the primary; deletes the data of a killed primary. */
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
