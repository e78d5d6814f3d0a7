package dev.layeredsaga.order.product;

import dev.layeredsaga.contract.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Repository of all products. Thread-safe; each call is one statement. */
@Component
public final class Products {

    private final JdbcClient jdbc;

    Products(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Outcome of the request to store a product. */
    public sealed interface Outcome {

        /** The product was added, because none had its sku. */
        record Created(long version) implements Outcome {}

        /** The product replaced the previous version. */
        record Replaced(long version) implements Outcome {}

        /** The stored product does not, or no longer, meet the condition; nothing was stored. */
        record ConditionFailed() implements Outcome {}
    }

    /** Condition on the stored product under which it is replaced. */
    public sealed interface Condition {

        /** No condition; a missing product is added. */
        record None() implements Condition {}

        /** The product exists, in any version. */
        record Exists() implements Condition {}

        /** The product has the given version. */
        record IsVersion(long version) implements Condition {}
    }

    /**
     * Adds the product or replaces the one with the same sku, if the condition is met. Of two concurrent calls without a condition the
     * last one wins; of calls that name a version, the first.
     */
    public Outcome put(Product product, Condition condition) {
        return switch (condition) {
            case Condition.None unused -> putAnyway(product);
            case Condition.Exists unused -> replace(product, null);
            case Condition.IsVersion seen -> replace(product, seen.version());
        };
    }

    private Outcome putAnyway(Product product) {
        // xmax is 0 only for a row that was inserted, because an update locks the row first
        return jdbc.sql("""
                        INSERT INTO product (sku, name, unit_amount, currency) VALUES (?, ?, ?, ?)
                        ON CONFLICT (sku) DO UPDATE
                        SET name = EXCLUDED.name, unit_amount = EXCLUDED.unit_amount, currency = EXCLUDED.currency,
                            version = product.version + 1
                        RETURNING xmax = 0 AS created, version
                        """)
                .param(product.sku())
                .param(product.name())
                .param(product.unitPrice().amount())
                .param(product.unitPrice().currency())
                .query((row, number) -> row.getBoolean("created")
                        ? new Outcome.Created(row.getLong("version"))
                        : new Outcome.Replaced(row.getLong("version")))
                .single();
    }

    /** @param version the version to replace; any if null */
    private Outcome replace(Product product, @Nullable Long version) {
        return jdbc.sql("""
                        UPDATE product SET name = ?, unit_amount = ?, currency = ?, version = version + 1
                        WHERE sku = ? AND version = coalesce(?::bigint, version) RETURNING version
                        """)
                .param(product.name())
                .param(product.unitPrice().amount())
                .param(product.unitPrice().currency())
                .param(product.sku())
                .param(version)
                .query(Long.class)
                .optional()
                .<Outcome>map(Outcome.Replaced::new)
                .orElseGet(Outcome.ConditionFailed::new);
    }

    public Optional<Product.Stored> find(String sku) {
        return jdbc.sql("SELECT sku, name, unit_amount, currency, version FROM product WHERE sku = ?")
                .param(sku)
                .query((row, number) -> new Product.Stored(product(row), row.getLong("version")))
                .optional();
    }

    /**
     * Returns up to {@code limit} products in the order of their skus, by the index of the primary key.
     *
     * @param after only products behind this sku, which need not exist; all if null
     */
    public List<Product> list(@Nullable String after, int limit) {
        return jdbc.sql("SELECT sku, name, unit_amount, currency FROM product WHERE sku > ? ORDER BY sku LIMIT ?")
                .param(after == null ? "" : after)
                .param(limit)
                .query((row, number) -> product(row))
                .list();
    }

    /** Returns the unit prices by sku; unknown skus are not in the map. */
    public Map<String, Money> unitPrices(Collection<String> skus) {
        return jdbc
                .sql("SELECT sku, name, unit_amount, currency FROM product WHERE sku = ANY (?)")
                .param(skus.toArray(String[]::new))
                .query((row, number) -> product(row))
                .stream()
                .collect(Collectors.toMap(Product::sku, Product::unitPrice));
    }

    private static Product product(ResultSet row) throws SQLException {
        Money unitPrice = new Money(row.getLong("unit_amount"), row.getString("currency"));
        return new Product(row.getString("sku"), row.getString("name"), unitPrice);
    }
}
