package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.OrchestratorInstance;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Refunded;
import java.util.UUID;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.Test;

/** A gateway of the user's own, given to the application as docs/running.md shows it. */
class OwnGatewayTest {

    @Test
    void takesThePlaceOfTheOneOverHttp() {
        GatewayCall.Refund refund = new GatewayCall.Refund(new StepAttempt(UUID.randomUUID(), "pay", 1), null, true);
        try (OrchestratorInstance service = OrchestratorInstance.startWithBeans(
                ScriptedGateway.class,
                // what other tests have left is not for this instance
                "--saga.due-loop.interval=10m",
                "--saga.due-loop.lock-timeout=11m")) {
            ScriptedGateway own = service.bean(ScriptedGateway.class);
            own.inquiry = new Refunded("mine", PRICE);

            assertThat(service.bean(GatewayCaller.class).ask(refund).fact()).isEqualTo(new Refunded("mine", PRICE));
            assertThat(own.asked).contains("find " + refund.chargeKey());
            assertThat(service.bean(PaymentGateway.class)).isSameAs(own);
            assertThat(service.hasBean(CloseableHttpClient.class)).isFalse();
        }
    }
}
