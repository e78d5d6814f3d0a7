package dev.layeredsaga.testbed.bench.service;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.PostgresServer;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Embedded servers whose PostgreSQL writes through to the disk; without durability the figures are meaningless. */
public final class DurableServers {

    private DurableServers() {}

    /**
     * Starts the servers, stops them with this JVM at the latest, and prints the machine's load and PostgreSQL's durability
     * settings.
     */
    public static EmbeddedInfrastructure start() throws SQLException {
        // before several threads log at once
        LoggerFactory.getILoggerFactory();
        showMachine();
        say("starting PostgreSQL, Redis and Kafka …%n".formatted());
        var servers = new EmbeddedInfrastructure(EmbeddedSettings.forTests().withDurability());
        Runtime.getRuntime().addShutdownHook(new Thread(servers::close, "servers-close"));
        servers.start();
        showDurability(servers.postgres());
        return servers;
    }

    /** Prints the load before the start: if it exceeds the number of processors, other processes distort the times. */
    public static void showMachine() {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        say("%d processors, load average %.1f%n"
                .formatted(machine.getAvailableProcessors(), machine.getSystemLoadAverage()));
    }

    /** Prints the settings that decide what a commit survives. */
    public static void showDurability(PostgresServer postgres) throws SQLException {
        try (Connection connection = postgres.connect("postgres");
                Statement statement = connection.createStatement()) {
            for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
                try (ResultSet answer = statement.executeQuery("SHOW " + setting)) {
                    answer.next();
                    say("%s = %s%n".formatted(setting, answer.getString(1)));
                }
            }
        }
    }
}
