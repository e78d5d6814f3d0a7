package dev.layeredsaga.testbed.bench.system;

import dev.layeredsaga.testbed.bench.service.Databases;
import dev.layeredsaga.testbed.bench.service.JsonHttp;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.system.StubAccess;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.HttpHeaders;
import org.springframework.jdbc.core.DataClassRowMapper;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * A system's final figures: the answers to its clients, its stock, and the gateway's ledger. Counts no orders in databases, because
 * retention removes them.
 *
 * @param confirmed orders whose last event was a confirmation
 * @param sold pieces that have left the stock
 * @param reserved pieces that are still held
 * @param negative items of which more was sold or held than there was
 * @param captured captures in the ledger, less refunds
 * @param paid orders with a capture that was not refunded
 * @param amount money captured, less refunds
 */
record Audit(long confirmed, long sold, long reserved, long negative, long captured, long paid, long amount) {

    private static final String STOCK = """
        SELECT sum(on_hand) AS on_hand, sum(reserved) AS reserved,
          count(*) FILTER (WHERE on_hand < 0 OR reserved < 0 OR reserved > on_hand) AS negative
        FROM item\
        """;

    private record Stock(long onHand, long reserved, long negative) {}

    static Audit of(PostgresServer postgres, Peer peer, long confirmed, long stockedInAll) {
        Ledger ledger = new JsonHttp(peer.stub().url(), HttpHeaders.AUTHORIZATION, "Bearer " + StubAccess.apiKey())
                .read("/ledger", Ledger::of);
        Stock stock = Objects.requireNonNull(Databases.access(postgres, peer.inventoryDatabase())
                .queryForObject(STOCK, new DataClassRowMapper<>(Stock.class)));
        return new Audit(
                confirmed,
                stockedInAll - stock.onHand(),
                stock.reserved(),
                stock.negative(),
                ledger.captures,
                ledger.capturesLeft.values().stream().filter(left -> left > 0).count(),
                ledger.amount);
    }

    boolean isSound() {
        return sold == confirmed
                && reserved == 0
                && negative == 0
                && captured == confirmed
                && paid == confirmed
                && amount == confirmed * Shop.PRICE;
    }

    /** Sums up the gateway's ledger entry by entry, because it may be larger than this JVM's memory. */
    private static final class Ledger {

        private final Map<String, Integer> capturesLeft = new HashMap<>();
        private long captures;
        private long amount;

        static Ledger of(InputStream body) {
            Ledger ledger = new Ledger();
            try (JsonParser json = JsonMapper.shared().createParser(body)) {
                String type = "";
                String order = "";
                long money = 0;
                int depth = 0;
                for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                    if (token == JsonToken.START_OBJECT) {
                        depth++;
                    } else if (token == JsonToken.END_OBJECT) {
                        if (depth == 2) {
                            ledger.add(type, order, money);
                        }
                        depth--;
                    } else if (token == JsonToken.VALUE_STRING || token == JsonToken.VALUE_NUMBER_INT) {
                        switch (Objects.requireNonNullElse(json.currentName(), "")) {
                            case "type" -> type = json.getString();
                            case "orderId" -> order = json.getString();
                            case "amount" -> money = json.getLongValue();
                            default -> {}
                        }
                    }
                }
            }
            return ledger;
        }

        private void add(String type, String order, long money) {
            int sign = switch (type) {
                case "CAPTURED" -> 1;
                case "REFUNDED" -> -1;
                default -> 0;
            };
            captures += sign;
            amount += sign * money;
            capturesLeft.merge(order, sign, Integer::sum);
        }
    }
}
