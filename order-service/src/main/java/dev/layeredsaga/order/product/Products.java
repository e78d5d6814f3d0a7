package dev.layeredsaga.order.product;

import dev.layeredsaga.messaging.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** All products. Thread-safe; each call is one statement. */
@Component
public final class Products {

    private final JdbcClient jdbc;

    Products(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Adds the product or replaces the one with the same sku; of two at once the last one stays.
     *
     * @return true if there was none with this sku
     */
    public boolean put(Product product) {
        // a row that was inserted, not updated, has never been locked by anyone: its xmax is 0
        return jdbc.sql("""
                        INSERT INTO product (sku, name, unit_amount, currency) VALUES (?, ?, ?, ?)
                        ON CONFLICT (sku) DO UPDATE
                        SET name = EXCLUDED.name, unit_amount = EXCLUDED.unit_amount, currency = EXCLUDED.currency
                        RETURNING xmax = 0
                        """)
                .param(product.sku())
                .param(product.name())
                .param(product.unitPrice().amount())
                .param(product.unitPrice().currency())
                .query(Boolean.class)
                .single();
    }

    public Optional<Product> find(String sku) {
        return jdbc.sql("SELECT sku, name, unit_amount, currency FROM product WHERE sku = ?")
                .param(sku)
                .query((row, number) -> product(row))
                .optional();
    }

    /** The unit prices by sku; a sku that is not known is not in the map. */
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
