package dev.layeredsaga.inventory.claim.meters;

import dev.layeredsaga.messaging.meters.DatabaseGauge;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Gauges of held claims and waiting sagas, and of items whose reserved stock does not match the claims. */
@Configuration(proxyBeanMethods = false)
class ClaimGauges {

    @Bean
    DatabaseGauge claimsHeld() {
        return DatabaseGauge.count(
                "inventory.claims.held",
                "Claims that are held: semantic locks that are set",
                "SELECT count(*) FROM claim WHERE state = 'HELD'");
    }

    @Bean
    DatabaseGauge claimsOverdue() {
        return DatabaseGauge.seconds(
                "inventory.claims.overdue.age",
                "By how much the reaper is late with the claim that has been overdue the longest",
                "SELECT greatest(0, extract(epoch FROM clock_timestamp() - min(expires_at))) FROM claim WHERE state = 'HELD'");
    }

    @Bean
    DatabaseGauge sagasInLine() {
        return DatabaseGauge.count("inventory.line.waiting", "Sagas that wait in line", "SELECT count(*) FROM waiter");
    }

    /** Reads every item; the constraint {@code never_oversold} keeps the first condition at zero in any case. */
    @Bean
    DatabaseGauge itemsOversold() {
        return DatabaseGauge.count(
                        "inventory.items.oversold", "Items with more reserved than there is, or than is held", """
                SELECT count(*) FROM item LEFT JOIN (
                  SELECT sku, sum(quantity) AS quantity FROM claim, unnest(skus, quantities) AS line (sku, quantity)
                  WHERE state = 'HELD' GROUP BY sku) AS held USING (sku)
                WHERE item.reserved > item.on_hand OR item.reserved <> coalesce(held.quantity, 0)
                """)
                .rarely();
    }
}
