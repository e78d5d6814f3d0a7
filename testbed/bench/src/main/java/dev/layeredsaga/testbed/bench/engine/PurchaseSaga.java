package dev.layeredsaga.testbed.bench.engine;

import static dev.layeredsaga.engine.definition.FailurePolicy.retry;
import static dev.layeredsaga.engine.definition.SagaDefinition.saga;
import static dev.layeredsaga.engine.definition.Step.step;
import static dev.layeredsaga.engine.definition.StepOutcome.done;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderRejected;
import dev.layeredsaga.contract.order.OrderSagaEvent.SagaStarted;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.definition.Exchange;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.messaging.commit.AfterCommit;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The three steps on our engine: every command and every reply goes through an outbox, Kafka and an inbox. */
public final class PurchaseSaga {

    static final Participant STOCK = new Participant.Remote("stock", Topics.INVENTORY_COMMANDS);
    static final Participant TILL = new Participant.Remote("till", Topics.PAYMENT_COMMANDS);

    private static final Money PRICE = new Money(Warehouse.PRICE, "EUR");

    /** Longer than a run: these participants recognize a redelivered message, but not a command that is sent again. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private PurchaseSaga() {}

    /** A command to the stock. */
    public sealed interface StockCommand extends SagaCommand {

        int item();
    }

    public record Reserve(StepAttempt attempt, int item) implements StockCommand {}

    public record Confirm(StepAttempt attempt, int item) implements StockCommand {}

    public record Pay(StepAttempt attempt, long amount) implements SagaCommand {}

    public record Reserved(StepAttempt attempt) implements SagaReply {}

    public record Paid(StepAttempt attempt) implements SagaReply {}

    public record Confirmed(StepAttempt attempt) implements SagaReply {}

    /** @param end notified of every saga whose end has been committed */
    static SagaDefinition<Purchase> definition(Consumer<Purchase> end) {
        return saga("purchase", 1, Purchase.class)
                .within(TIMEOUT)
                .startsWith((purchase, self) -> new SagaStarted(
                        self.name(), self.version(), purchase.id().toString(), List.of(), PRICE))
                .then(step("reserve", ask(STOCK, PurchaseSaga::reserve, Reserved.class)))
                .then(step("pay", ask(TILL, PurchaseSaga::pay, Paid.class)))
                .then(step("confirm", ask(STOCK, PurchaseSaga::confirm, Confirmed.class)))
                .completesWith(purchase -> {
                    AfterCommit.run(() -> end.accept(purchase));
                    return new OrderConfirmed(null, null, PRICE);
                })
                .isCompensatedWith((purchase, reason) -> new OrderRejected(OrderReason.of(reason), null, null, null));
    }

    private static Exchange<Purchase> ask(
            Participant participant,
            BiFunction<Purchase, StepAttempt, SagaCommand> command,
            Class<? extends SagaReply> success) {
        return Exchange.send(participant, command)
                .on(success, (purchase, reply) -> done(purchase))
                .onFailure(retry().within(TIMEOUT));
    }

    private static SagaCommand reserve(Purchase purchase, StepAttempt attempt) {
        return new Reserve(attempt, purchase.item());
    }

    private static SagaCommand pay(Purchase purchase, StepAttempt attempt) {
        return new Pay(attempt, Warehouse.PRICE);
    }

    private static SagaCommand confirm(Purchase purchase, StepAttempt attempt) {
        return new Confirm(attempt, purchase.item());
    }
}
