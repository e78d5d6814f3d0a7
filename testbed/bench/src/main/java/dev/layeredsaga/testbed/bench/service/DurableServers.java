package dev.layeredsaga.testbed.bench.service;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.measure.Machine;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import java.util.List;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/** Embedded servers whose PostgreSQL writes through to the disk; without durability the figures are meaningless. */
public final class DurableServers {

    private DurableServers() {}

    /**
     * Starts the servers, stops them with this JVM at the latest, and prints the machine's load and PostgreSQL's durability
     * settings.
     */
    public static EmbeddedInfrastructure start() {
        // before several threads log at once
        LoggerFactory.getILoggerFactory();
        Machine.showLoad();
        say("starting PostgreSQL, Redis and Kafka …%n");
        var servers = new EmbeddedInfrastructure(EmbeddedSettings.forTests().withDurability());
        Runtime.getRuntime().addShutdownHook(new Thread(servers::close, "servers-close"));
        servers.start();
        showDurability(servers.postgres());
        return servers;
    }

    /** Prints the settings that decide what a commit survives. */
    static void showDurability(PostgresServer postgres) {
        JdbcTemplate database = Databases.access(postgres, "postgres");
        for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
            say(
                    "%s = %s%n",
                    setting,
                    database.queryForList("SHOW " + setting, String.class).getFirst());
        }
    }
}
