package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The items of one run in a real service. */
final class Catalog {

    private static final AtomicInteger SHELVES = new AtomicInteger();
    private static final int AT_A_TIME = 16;

    private final Hosted hosted;
    private final int items;
    private final String prefix = "run-%d-item-".formatted(SHELVES.incrementAndGet());

    private Catalog(Hosted hosted, int items) {
        this.hosted = hosted;
        this.items = items;
    }

    /** @param policy {@code EXCLUSIVE} or {@code COUNTED} */
    static Catalog fill(Hosted hosted, Workload workload, String policy) throws Exception {
        Catalog catalog = new Catalog(hosted, workload.items());
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME)) {
            for (Future<?> put : IntStream.range(0, workload.items())
                    .mapToObj(item -> threads.submit(() -> {
                        hosted.client().putItem(catalog.sku(item), workload.stock(), policy);
                        return item;
                    }))
                    .toList()) {
                put.get();
            }
        }
        hosted.service().timers().beginAnew();
        return catalog;
    }

    String sku(int item) {
        return prefix + item;
    }

    /** Returns the stock by item, according to the service's database. */
    int[] left() throws SQLException {
        int[] left = new int[items];
        try (Connection connection = hosted.connect();
                PreparedStatement query =
                        connection.prepareStatement("SELECT sku, on_hand FROM item WHERE starts_with(sku, ?)")) {
            query.setString(1, prefix);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    left[Integer.parseInt(row.getString(1).substring(prefix.length()))] = row.getInt(2);
                }
            }
        }
        return left;
    }

    int activeConnections() {
        return hosted.service().activeConnections();
    }

    Percentiles sections() {
        return hosted.service().timers().sectionTimes();
    }
}
