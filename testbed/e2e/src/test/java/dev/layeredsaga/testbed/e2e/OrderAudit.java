package dev.layeredsaga.testbed.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.GatewayAccount;
import dev.layeredsaga.testbed.client.Shop;
import java.util.List;

/** Invariants 1, 3 and 4 as a client sees them. */
final class OrderAudit {

    private OrderAudit() {}

    /** Stock, locks and money agree with what the orders say, each of which is for one of the sku. */
    static void assertAuditHolds(Shop shop, String sku, int stockedBefore, List<String> orderIds) {
        long confirmed = orderIds.stream()
                .filter(id -> shop.statusOf(id).equals("CONFIRMED"))
                .count();
        assertThat(shop.onHand(sku)).as("on hand of " + sku).isEqualTo(stockedBefore - (int) confirmed);
        assertThat(shop.reserved(sku)).as("reserved of " + sku).isZero();
        assertThat(orderIds).allSatisfy(id -> {
            GatewayAccount account = shop.accountOf(id);
            assertThat(account.captures()).as("captures of " + id).isLessThanOrEqualTo(1);
            assertThat(account.net())
                    .as("net at the gateway of " + id)
                    .isEqualTo(shop.statusOf(id).equals("CONFIRMED") ? Shop.PRICE : 0);
        });
    }
}
