package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.service.ClaimAnswer;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Granted;
import dev.layeredsaga.testbed.bench.service.ClaimAnswer.Refused;
import dev.layeredsaga.testbed.bench.service.InventoryClient;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls the service over HTTP, one request for every claim and every confirmation; those for one item share sections. */
final class OverHttp extends OnService {

    private final InventoryClient inventory;

    OverHttp(InventoryClient inventory, Catalog catalog, Payments payments, int clients) {
        super(catalog, payments, clients);
        this.inventory = inventory;
    }

    @Override
    Attempt attempt(Order order) {
        return new HttpAttempt(order);
    }

    private final class HttpAttempt implements Attempt {

        private final Order order;
        private @Nullable Granted claim;

        HttpAttempt(Order order) {
            this.order = order;
        }

        @Override
        public Answer claim() throws IOException, InterruptedException {
            ClaimAnswer answer =
                    inventory.claim(order.id().toString(), catalog.sku(order.item()), (int) TTL.toSeconds());
            return switch (answer) {
                case Granted granted -> {
                    claim = granted;
                    yield Answer.GRANTED;
                }
                case Refused refused -> refused(refused);
            };
        }

        private static Answer refused(Refused refused) {
            if (refused.isBusy()) {
                return Answer.BUSY;
            }
            if (refused.isOutOfStock()) {
                return Answer.OUT_OF_STOCK;
            }
            if (refused.isTurnedAway()) {
                return Answer.TURNED_AWAY;
            }
            throw new IllegalStateException("not expected: " + refused);
        }

        @Override
        public boolean confirm() throws IOException, InterruptedException {
            int status = inventory.confirm(Objects.requireNonNull(claim));
            if (status != 200 && status != 503) {
                throw new IllegalStateException("paid, but not confirmed: " + status);
            }
            return status == 200;
        }
    }
}
