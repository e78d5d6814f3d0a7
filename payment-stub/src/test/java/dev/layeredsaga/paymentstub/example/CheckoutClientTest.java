package dev.layeredsaga.paymentstub.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.junit.PaymentStub;
import dev.layeredsaga.paymentstub.junit.StubbedGateway;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@PaymentStub
class CheckoutClientTest {

    private final StubbedGateway gateway;
    private final CheckoutClient checkout;

    CheckoutClientTest(StubbedGateway gateway) {
        this.gateway = gateway;
        this.checkout = new CheckoutClient(gateway.url());
    }

    @AfterEach
    void everyOutcomeIsKnownToTheClient() {
        gateway.assertAuditHolds(Duration.ZERO);
    }

    @Test
    void chargesExactlyOnceWhenTheResponseIsLost() throws IOException, InterruptedException {
        gateway.willMeet(Scenario.CHARGED_RESPONSE_LOST).times(1);

        assertThat(checkout.charge("order-1", 1_990)).isTrue();
        assertThat(checkout.charge("order-1", 1_990)).isTrue();

        gateway.assertThatOrder("order-1").isChargedExactlyOnce(1_990, "KRW").wasQueried(1);
    }

    @Test
    void asksWhenTheGatewayFailsAfterTheCharge() throws IOException, InterruptedException {
        gateway.willMeet(Scenario.CHARGED_THEN_500);

        assertThat(checkout.charge("order-1", 1_990)).isTrue();

        gateway.assertThatOrder("order-1").isChargedExactlyOnce(1_990, "KRW").wasAskedToPay(1);
    }

    @Test
    void takesADeclineForANo() throws IOException, InterruptedException {
        gateway.willMeet(Scenario.DECLINED_INSUFFICIENT_FUNDS);

        assertThat(checkout.charge("order-1", 1_990)).isFalse();

        gateway.assertThatOrder("order-1").isDeclined().isChargedNothing();
    }

    @Test
    void doesNotTakeSilenceForAYes() throws IOException, InterruptedException {
        gateway.willMeet(Scenario.TIMEOUT_NOT_CHARGED).times(1);
        CheckoutClient impatient = new CheckoutClient(gateway.url(), Duration.ofSeconds(1));

        assertThat(impatient.charge("order-1", 1_990)).isFalse();
        assertThat(checkout.charge("order-1", 1_990)).isTrue();

        gateway.assertThatOrder("order-1").isChargedExactlyOnce(1_990, "KRW").wasCalled(3);
    }

    @Test
    void refundsOnceHoweverOftenItIsAsked() throws IOException, InterruptedException {
        checkout.charge("order-1", 1_990);

        assertThat(checkout.refund("order-1")).isTrue();
        assertThat(checkout.refund("order-1")).isTrue();

        gateway.assertThatOrder("order-1").isRefundedInFull().hasNetOf(0, "KRW");
    }
}
