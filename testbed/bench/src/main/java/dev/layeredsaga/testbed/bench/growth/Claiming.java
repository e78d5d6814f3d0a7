package dev.layeredsaga.testbed.bench.growth;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.testbed.bench.growth.Curve.Point;
import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.service.Databases;
import dev.layeredsaga.testbed.bench.service.SagaCommands;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;

/** Clients that claim pieces of an inventory over Kafka, as sagas do, and confirm each claim at once. */
final class Claiming {

    private static final int CLIENTS = 256;
    private static final Duration RAMP_UP = Duration.ofMillis(500);
    private static final Duration TTL = Duration.ofSeconds(60);

    /** Time-ordered ids, like those of orders: random ids would be scattered over indexes that grow with every claim. */
    private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();

    private static final int ON_HAND = 1_000_000_000;

    private static final String ITEMS = """
            INSERT INTO item (sku, on_hand, reserved, policy, fence, version)
            SELECT 'item-' || i, %d, 0, 'COUNTED', 0, 0 FROM generate_series(?, ?) AS i
            """.formatted(ON_HAND);

    private final JdbcTemplate database;
    private final SagaCommands commands;
    private long items;

    Claiming(JdbcTemplate database, SagaCommands commands) {
        this.database = database;
        this.commands = commands;
    }

    /** Adds items until there are {@code many}. */
    void stock(long many) {
        database.update(ITEMS, items, many - 1);
        Databases.tidy(database);
        items = many;
    }

    /** @param lines lines per claim, each of a different item */
    Point run(long size, int lines, Duration howLong) throws Exception {
        Latencies times = new Latencies();
        double seconds = new Clients(CLIENTS, howLong, RAMP_UP).run(() -> {
            long begin = System.nanoTime();
            claimAndConfirm(lines);
            times.addSince(begin);
        });
        return Point.of(size, times.times().count() / seconds, times.times());
    }

    private void claimAndConfirm(int lines) throws Exception {
        UUID saga = IDS.generate();
        SagaReply reply = commands.ask(new ClaimStock(new StepAttempt(saga, "reserve", 1), anyLines(lines), TTL, null));
        if (!(reply instanceof StockClaimed held)) {
            throw new IllegalStateException("not expected: " + reply);
        }
        commands.ask(new ConfirmClaim(new StepAttempt(saga, "confirm", 2), held.claimId(), held.token()));
    }

    private List<StockLine> anyLines(int lines) {
        return ThreadLocalRandom.current()
                .longs(0, items)
                .distinct()
                .limit(lines)
                .mapToObj(item -> new StockLine("item-" + item, 1))
                .toList();
    }

    /** The pieces still held and sold, by the inventory's own books, and the pieces of confirmed claims. */
    record StockAudit(long held, long sold, long confirmedPieces) {

        /** Returns true if nothing is held and both counts of sold pieces agree. */
        boolean agree() {
            return held == 0 && sold == confirmedPieces;
        }
    }

    StockAudit audit() {
        return Objects.requireNonNull(
                database.queryForObject("""
                SELECT (SELECT sum(reserved) FROM item) AS held, (SELECT sum(%d - on_hand) FROM item) AS sold,
                  (SELECT coalesce(sum(quantity), 0) FROM claim, unnest(quantities) AS quantity WHERE state = 'CONFIRMED')
                    AS confirmed_pieces
                """.formatted(ON_HAND), new DataClassRowMapper<>(StockAudit.class)));
    }
}
