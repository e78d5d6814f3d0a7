package dev.layeredsaga.testbed.bench.outbox;

import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** All contenders, ready to run. */
final class Bench implements AutoCloseable {

    private static final int PARTITIONS = 6;

    /** Timeout for messages that are still missing after the last commit. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Time for the contender to delete delivered rows. */
    private static final Duration SETTLING = Duration.ofSeconds(2);

    private final Infrastructure infrastructure;
    private final Map<Contender, Site> sites = new EnumMap<>(Contender.class);
    private int runs;

    Bench(Infrastructure infrastructure) {
        this.infrastructure = infrastructure;
    }

    void open() throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", infrastructure.kafkaBootstrapServers()))) {
            admin.createTopics(topics()).all().get();
        }
        for (Contender contender : Contender.values()) {
            sites.put(contender, Site.open(contender, infrastructure));
        }
    }

    private static List<NewTopic> topics() {
        return Stream.of(Contender.values())
                .map(contender -> new NewTopic(contender.place(), PARTITIONS, (short) 1))
                .toList();
    }

    Site site(Contender contender) {
        Site site = sites.get(contender);
        if (site == null) {
            throw new IllegalStateException(contender + " is not open");
        }
        return site;
    }

    Figures run(Contender contender, Workload workload) throws InterruptedException, ExecutionException {
        Site site = site(contender);
        int run = ++runs;
        Journal journal = new Journal(run, workload);
        try (Receiver receiver =
                new Receiver(infrastructure.kafkaBootstrapServers(), contender.place(), PARTITIONS, journal)) {
            receiver.start();
            new Load(workload, run, journal, site).run();
            journal.awaitAll(PATIENCE);
            return journal.figures(rowsLeft(site));
        }
    }

    private static int rowsLeft(Site site) throws InterruptedException {
        long end = System.nanoTime() + SETTLING.toNanos();
        int rows = site.rows();
        while (rows > 0 && System.nanoTime() < end) {
            Thread.sleep(Duration.ofMillis(50));
            rows = site.rows();
        }
        return rows;
    }

    @Override
    public void close() {
        sites.values().forEach(Site::close);
    }
}
