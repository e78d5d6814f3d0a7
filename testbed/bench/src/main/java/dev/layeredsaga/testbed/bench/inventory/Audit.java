package dev.layeredsaga.testbed.bench.inventory;

import dev.layeredsaga.testbed.bench.measure.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Compares held and confirmed pieces with the stock: by the database, claim by claim, and by the clients' answers. */
final class Audit {

    private static final String QUERY = """
            SELECT i.on_hand, i.reserved,
                   coalesce(sum(l.quantity) FILTER (WHERE c.state = 'HELD'), 0) AS held,
                   coalesce(sum(l.quantity) FILTER (WHERE c.state = 'CONFIRMED'), 0) AS confirmed
            FROM item i LEFT JOIN claim_line l ON l.sku = i.sku LEFT JOIN claim c ON c.id = l.claim_id
            WHERE i.sku = ? GROUP BY i.sku""";

    private final Table table = new Table(
            "items",
            "on hand at first",
            "held",
            "confirmed",
            "confirmed, by the answers",
            "most at once of one item",
            "verdict");
    private final Connection database;

    /** @param database a connection to the inventory's database */
    Audit(Connection database) {
        this.database = database;
    }

    /** One item's stock. */
    private record Stock(ShelfItem item, int onHand, int reserved, int held, int confirmed) {

        /** Returns true if, by the database and by the answers, clients never held more than the stock. */
        boolean isSound() {
            return held + confirmed <= item.kind.onHand
                    && onHand == item.kind.onHand - confirmed
                    && reserved == held
                    && item.mostHeld() <= item.kind.onHand
                    && item.confirmedByAnswers() <= confirmed;
        }
    }

    String of(Shelf shelf) throws SQLException {
        for (Kind kind : Kind.values()) {
            List<Stock> stocks = new ArrayList<>();
            for (ShelfItem item : shelf.of(kind)) {
                stocks.add(stock(item));
            }
            add(kind, stocks);
        }
        return table.toString();
    }

    private void add(Kind kind, List<Stock> stocks) {
        table.row(
                kind.title,
                "%d × %,d".formatted(kind.items, kind.onHand),
                Integer.toString(stocks.stream().mapToInt(Stock::held).sum()),
                Integer.toString(stocks.stream().mapToInt(Stock::confirmed).sum()),
                Integer.toString(stocks.stream()
                        .mapToInt(stock -> stock.item().confirmedByAnswers())
                        .sum()),
                Integer.toString(stocks.stream()
                        .mapToInt(stock -> stock.item().mostHeld())
                        .max()
                        .orElse(0)),
                stocks.stream().allMatch(Stock::isSound) ? "sound" : "NOT SOUND");
    }

    private Stock stock(ShelfItem item) throws SQLException {
        try (PreparedStatement query = database.prepareStatement(QUERY)) {
            query.setString(1, item.sku);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return new Stock(
                        item,
                        row.getInt("on_hand"),
                        row.getInt("reserved"),
                        row.getInt("held"),
                        row.getInt("confirmed"));
            }
        }
    }
}
