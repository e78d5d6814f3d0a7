package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.testbed.bench.service.SagaCommands;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls the service over Kafka, as sagas do: the commands of a poll share a section. */
final class OverKafka extends OnService {

    private final SagaCommands commands;

    OverKafka(SagaCommands commands, Catalog catalog, Payments payments, int clients) {
        super(catalog, payments, clients);
        this.commands = commands;
    }

    @Override
    Attempt attempt(Order order) {
        return new Saga(order);
    }

    private final class Saga implements Attempt {

        private final Order order;
        private int attempts;
        private @Nullable StockClaimed claim;

        Saga(Order order) {
            this.order = order;
        }

        @Override
        public Answer claim() throws Exception {
            List<StockLine> lines = List.of(new StockLine(catalog.sku(order.item()), 1));
            SagaReply reply = commands.ask(new ClaimStock(next("reserve"), lines, TTL, null));
            if (reply instanceof StockClaimed claimed) {
                claim = claimed;
                return Answer.GRANTED;
            }
            return reply instanceof ClaimRefused refused && refused.code() == ClaimRefusal.RESOURCE_BUSY
                    ? Answer.BUSY
                    : outOfStock(reply);
        }

        private static Answer outOfStock(SagaReply reply) {
            if (reply instanceof ClaimRefused refused && refused.code() == ClaimRefusal.OUT_OF_STOCK) {
                return Answer.OUT_OF_STOCK;
            }
            throw new IllegalStateException("not expected: " + reply);
        }

        @Override
        public boolean confirm() throws Exception {
            StockClaimed held = Objects.requireNonNull(claim);
            SagaReply reply = commands.ask(new ConfirmClaim(next("confirm"), held.claimId(), held.token()));
            if (!(reply instanceof ClaimConfirmed)) {
                throw new IllegalStateException("paid, but not confirmed: " + reply);
            }
            return true;
        }

        private StepAttempt next(String step) {
            attempts++;
            return new StepAttempt(order.id(), step, attempts);
        }
    }
}
