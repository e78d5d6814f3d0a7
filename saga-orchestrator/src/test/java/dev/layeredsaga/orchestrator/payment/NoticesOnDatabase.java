package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;

import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A payment participant on a database, with a gateway that notifies of payments unasked. */
abstract class NoticesOnDatabase {

    static final Captured CAPTURED = new Captured("p-1", PRICE);

    final PaymentsOnDatabase payments = new PaymentsOnDatabase();
    final ScriptedGateway gateway = new ScriptedGateway();
    final UUID saga = UUID.randomUUID();
    final PaymentProcessor work = new PaymentProcessor(
            payments.payments(),
            payments.decisions(),
            new GatewayCaller(gateway, Tracing.off()),
            payments.answerQueue(payments.transaction()),
            Duration.ofSeconds(8));
    final GatewayNotifications notices =
            new GatewayNotifications(payments.answers(), work, payments::keep, payments.transaction());

    @BeforeEach
    void startWork() {
        work.start();
    }

    @AfterEach
    void stopWork() {
        work.stop();
    }

    final GatewayCall.Charge charged(int attempt) {
        return (GatewayCall.Charge) payments.handle(charge(saga, attempt)).getFirst();
    }

    final StepAttempt attempt(int number) {
        return new StepAttempt(saga, "pay", number);
    }
}
