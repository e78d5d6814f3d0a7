package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.orchestrator.OrchestratorInstance;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import java.util.UUID;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.Test;

/** A gateway of the user's own, given to the application as docs/running.md shows it. */
class OwnGatewayTest {

    @Test
    void takesThePlaceOfTheOneOverHttp() {
        GatewayCall.Inquire inquiry = new GatewayCall.Inquire(new StepAttempt(UUID.randomUUID(), "pay", 1), null);
        try (OrchestratorInstance service = OrchestratorInstance.startWithBeans(
                ScriptedGateway.class,
                // what other tests have left is not for this instance
                "--orchestrator.due-loop.interval=10m",
                "--orchestrator.due-loop.lock-timeout=11m")) {
            ScriptedGateway own = service.bean(ScriptedGateway.class);
            own.inquiry = new Captured("mine", PRICE);

            assertThat(service.bean(GatewayCaller.class).ask(inquiry))
                    .isEqualTo(new GatewayAnswer.Inquired(inquiry, new Captured("mine", PRICE)));
            assertThat(own.asked).contains("find " + inquiry.chargeKey());
            assertThat(service.bean(PaymentGateway.class)).isSameAs(own);
            assertThat(service.hasBean(CloseableHttpClient.class)).isFalse();
        }
    }
}
