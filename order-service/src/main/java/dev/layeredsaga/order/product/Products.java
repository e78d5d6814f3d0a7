package dev.layeredsaga.order.product;

import dev.layeredsaga.contract.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Repository of all products. Thread-safe. */
@Component
public class Products {

    private final JdbcClient jdbc;

    Products(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Outcome of the request to store a product. */
    public sealed interface Outcome {

        /** The product was added, because none had its sku, or only one that was retired. */
        record Created(long version) implements Outcome {}

        /** The product replaced the previous version. */
        record Replaced(long version) implements Outcome {}

        /** The stored product does not, or no longer, meet the condition; nothing was stored. */
        record ConditionFailed() implements Outcome {}
    }

    /**
     * Adds the product or replaces the one with the same sku, if the condition is met. Of two concurrent calls without a condition the
     * last one wins; of calls that name a version, or want none, the first.
     *
     * @param condition of the version that is stored; null if there is none
     */
    @Transactional
    public Outcome put(Product product, Predicate<@Nullable Long> condition) {
        Optional<Outcome> outcome = Optional.empty();
        while (outcome.isEmpty()) {
            Optional<Row> row = lock(product.sku());
            if (!condition.test(versionOnSale(row))) {
                return new Outcome.ConditionFailed();
            }
            // another one may have been added meanwhile; none is ever removed
            outcome = row.isEmpty()
                    ? add(product)
                    : Optional.of(replace(product, row.get().retired()));
        }
        return outcome.get();
    }

    /**
     * Takes the product off sale: it is as one that was never there, until it is put again. Orders keep their lines. Does nothing if there is
     * none.
     *
     * @return false if the condition is not met
     */
    @Transactional
    public boolean retire(String sku, Predicate<@Nullable Long> condition) {
        boolean met = condition.test(versionOnSale(lock(sku)));
        if (met) {
            jdbc.sql("UPDATE product SET retired = true, version = version + 1 WHERE sku = ? AND NOT retired")
                    .param(sku)
                    .update();
        }
        return met;
    }

    private record Row(long version, boolean retired) {}

    private Optional<Row> lock(String sku) {
        return jdbc.sql("SELECT version, retired FROM product WHERE sku = ? FOR UPDATE")
                .param(sku)
                .query((row, number) -> new Row(row.getLong("version"), row.getBoolean("retired")))
                .optional();
    }

    private static @Nullable Long versionOnSale(Optional<Row> row) {
        return row.filter(stored -> !stored.retired()).map(Row::version).orElse(null);
    }

    private Optional<Outcome> add(Product product) {
        return jdbc.sql("""
                        INSERT INTO product (sku, name, unit_amount, currency) VALUES (?, ?, ?, ?)
                        ON CONFLICT (sku) DO NOTHING RETURNING version
                        """)
                .param(product.sku())
                .param(product.name())
                .param(product.unitPrice().amount())
                .param(product.unitPrice().currency())
                .query(Long.class)
                .optional()
                .map(Outcome.Created::new);
    }

    private Outcome replace(Product product, boolean retired) {
        long version = jdbc.sql("""
                        UPDATE product SET name = ?, unit_amount = ?, currency = ?, retired = false, version = version + 1
                        WHERE sku = ? RETURNING version
                        """)
                .param(product.name())
                .param(product.unitPrice().amount())
                .param(product.unitPrice().currency())
                .param(product.sku())
                .query(Long.class)
                .single();
        return retired ? new Outcome.Created(version) : new Outcome.Replaced(version);
    }

    public Optional<Product.Stored> find(String sku) {
        return jdbc.sql("SELECT sku, name, unit_amount, currency, version FROM product WHERE sku = ? AND NOT retired")
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
        return jdbc.sql("""
                        SELECT sku, name, unit_amount, currency FROM product WHERE sku > ? AND NOT retired ORDER BY sku LIMIT ?
                        """)
                .param(after == null ? "" : after)
                .param(limit)
                .query((row, number) -> product(row))
                .list();
    }

    /** Returns the unit prices by sku; unknown skus are not in the map. */
    public Map<String, Money> unitPrices(Collection<String> skus) {
        return jdbc
                .sql("SELECT sku, name, unit_amount, currency FROM product WHERE sku = ANY (?) AND NOT retired")
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
