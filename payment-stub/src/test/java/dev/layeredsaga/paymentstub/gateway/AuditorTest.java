package dev.layeredsaga.paymentstub.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.fault.Scenario.Operation;
import dev.layeredsaga.paymentstub.ledger.Audit;
import dev.layeredsaga.paymentstub.ledger.AuditReport;
import dev.layeredsaga.paymentstub.refund.RefundRequest;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AuditorTest {

    private final TestGateway gateway = new TestGateway();

    @ParameterizedTest
    @EnumSource(names = {"CHARGED_RESPONSE_LOST", "CHARGED_THEN_500", "RESET_AFTER_CHARGE"})
    void aChargeWhoseAnswerWasBrokenIsUnknownUntilTheClientAsks(Scenario scenario) {
        gateway.pay("key", "order", scenario);
        gateway.pay("key", "order", scenario);
        assertThat(nothingIsUnknown()).isFalse();

        gateway.find("key");
        assertThat(nothingIsUnknown()).isTrue();
    }

    @Test
    void aReplayAfterAFaultForAllNotifiesTheClient() {
        gateway.faultForAll(Scenario.CHARGED_RESPONSE_LOST);
        gateway.pay("key", "order", Scenario.OK);
        assertThat(nothingIsUnknown()).isFalse();

        gateway.gateway().faults().clear();
        gateway.pay("key", "order", Scenario.OK);
        assertThat(nothingIsUnknown()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMEOUT_NOT_CHARGED", "RESET_BEFORE_CHARGE", "EMPTY", "MALFORMED", "FLAKY", "OK"})
    void whatWasNotChargedOrWasAnsweredIsNotUnknown(Scenario scenario) {
        gateway.pay("key", "order", scenario);

        assertThat(nothingIsUnknown()).isTrue();
    }

    @Test
    void aPaymentInFlightIsUnknown() {
        List<AuditReport> meanwhile = new ArrayList<>();
        gateway.duringPause(() -> meanwhile.add(audit()));
        gateway.pay("key", "order", Scenario.SLOW_THEN_OK);

        assertThat(meanwhile)
                .singleElement()
                .satisfies(report ->
                        assertThat(report.holds(Audit.NOTHING_UNKNOWN)).isFalse());
        assertThat(audit().holds()).isTrue();
    }

    @Test
    void aRefundInFlightIsUnknownToo() {
        var payment = gateway.capture("order", Scenario.OK);
        List<AuditReport> meanwhile = new ArrayList<>();
        gateway.duringPause(() -> meanwhile.add(audit()));
        gateway.gateway()
                .refunds()
                .refund(new RefundRequest(
                        new IdempotencyKey("r"), payment.posting().paymentId(), OptionalLong.empty()));

        assertThat(meanwhile)
                .singleElement()
                .satisfies(report -> assertThat(report.invariants().getLast().violations())
                        .singleElement()
                        .satisfies(violation -> assertThat(violation.paymentIds())
                                .containsExactly(payment.posting().paymentId())));
    }

    @Test
    void countsCallsWhateverTheirOutcome() {
        gateway.pay("key", "order", Scenario.EMPTY);
        gateway.pay("key", "order", Scenario.EMPTY);
        gateway.find("key");
        gateway.find("key-of-nobody");
        gateway.capture("another", Scenario.OK);

        assertThat(calls(Operation.PAYMENT)).isEqualTo(2);
        assertThat(calls(Operation.QUERY)).isEqualTo(1);
        assertThat(calls(Operation.REFUND)).isZero();
    }

    private int calls(Operation operation) {
        return gateway.gateway().calls().of(operation, new OrderId("order"));
    }

    private boolean nothingIsUnknown() {
        return audit().holds(Audit.NOTHING_UNKNOWN);
    }

    private AuditReport audit() {
        return gateway.gateway().auditor().audit(Duration.ZERO);
    }
}
