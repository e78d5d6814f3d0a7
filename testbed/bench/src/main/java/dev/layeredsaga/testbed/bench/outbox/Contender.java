package dev.layeredsaga.testbed.bench.outbox;

import java.util.Locale;
import java.util.Map;

/** The outbox relays that are compared. */
enum Contender {
    OURS("ours", OwnRelay.class, "outbox"),
    SWEEP("ours, sweep only", SweepOnly.class, "outbox"),
    LIBRARY("Namastack Outbox", LibraryRelay.class, "outbox_record");

    final String title;
    final Class<?> configuration;
    final String table;

    Contender(String title, Class<?> configuration, String table) {
        this.title = title;
        this.configuration = configuration;
        this.table = table;
    }

    /** Returns the name of the contender's own database and of its own topic. */
    String place() {
        return "bench_" + name().toLowerCase(Locale.ROOT);
    }

    Map<String, String> settings() {
        return switch (this) {
            case OURS -> Map.of("namastack.outbox.enabled", "false");
            case SWEEP ->
                Map.of(
                        "namastack.outbox.enabled", "false",
                        "messaging.outbox.sweep-age", "0ms",
                        "messaging.outbox.sweep-interval", "100ms");
            case LIBRARY -> ofTheLibrarysOwnLoadTest();
        };
    }

    /** Returns the settings of the library's own load test; its rows are deleted, as ours are. */
    private static Map<String, String> ofTheLibrarysOwnLoadTest() {
        return Map.of(
                "spring.flyway.enabled", "false",
                // the library sends one message at a time and waits for each
                "spring.kafka.producer.properties.linger.ms", "0",
                "namastack.outbox.polling.batch-size", "1000",
                "namastack.outbox.polling.fixed.interval", "100ms",
                "namastack.outbox.processing.executor-core-pool-size", "16",
                "namastack.outbox.processing.executor-max-pool-size", "32",
                "namastack.outbox.processing.delete-completed-records", "true",
                "namastack.outbox.multicaster.enabled", "false");
    }
}
