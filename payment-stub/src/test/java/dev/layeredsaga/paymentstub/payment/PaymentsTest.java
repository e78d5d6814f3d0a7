package dev.layeredsaga.paymentstub.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.gateway.TestGateway;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Captured;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Declined;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.EntryType;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.PaymentDecision;
import dev.layeredsaga.paymentstub.payment.Payments.Lookup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class PaymentsTest {

    private final TestGateway gateway = new TestGateway();

    @ParameterizedTest
    @EnumSource(names = {"OK", "SLOW_THEN_OK", "REFUND_FAILS_N_THEN_OK", "REFUND_DECLINED"})
    void aPaymentThatEndsWellIsCaptured(Scenario method) {
        assertThat(pay(method)).extracting("decision").isInstanceOf(Captured.class);
        assertThat(gateway.ledger()).containsExactly(EntryType.CAPTURED);
    }

    @ParameterizedTest
    @EnumSource(names = {"CHARGED_RESPONSE_LOST", "CHARGED_THEN_500", "RESET_AFTER_CHARGE"})
    void aLostAnswerIsFoundByAsking(Scenario method) {
        assertThat(pay(method)).isInstanceOf(Answer.Broken.class);
        assertThat(gateway.ledger()).containsExactly(EntryType.CAPTURED);
        assertThat(found()).isInstanceOf(Captured.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"CHARGED_RESPONSE_LOST", "CHARGED_THEN_500", "RESET_AFTER_CHARGE"})
    void aLostAnswerIsLostAgainWhenReplayed(Scenario method) {
        pay(method);

        assertThat(pay(method)).isInstanceOf(Answer.Broken.class);
        assertThat(gateway.ledger()).containsExactly(EntryType.CAPTURED, EntryType.REPLAYED);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {
                "TIMEOUT_NOT_CHARGED",
                "RESET_BEFORE_CHARGE",
                "EMPTY",
                "MALFORMED",
                "GARBAGE",
                "DRIBBLE",
                "RATE_LIMITED_429",
                "UNAVAILABLE_503"
            })
    void whateverDoesNotSayThatItChargesDoesNot(Scenario method) {
        pay(method);

        assertThat(pay(method)).isInstanceOf(Answer.Broken.class);
        assertThat(gateway.ledger()).isEmpty();
        assertThat(gateway.find("key")).isEqualTo(new Lookup.Unknown());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ALL, names = "DECLINED_.*")
    void aDeclineIsFinal(Scenario method) {
        pay(method);

        assertThat(found()).isInstanceOf(Declined.class);
        assertThat(pay(method)).extracting("replayed").isEqualTo(true);
        assertThat(gateway.ledger()).containsExactly(EntryType.DECLINED, EntryType.REPLAYED);
    }

    @Test
    void aDeclineSaysWhy() {
        pay(Scenario.DECLINED_EXPIRED_CARD);

        assertThat(((Declined) found()).declineCode()).isEqualTo(DeclineCode.EXPIRED_CARD);
    }

    @Test
    void failsTwicePerOrderAndThenCaptures() {
        var answers = List.of(
                gateway.pay("key-1", "order", Scenario.FAIL_N_THEN_OK),
                gateway.pay("key-2", "order", Scenario.FAIL_N_THEN_OK),
                gateway.pay("key-1", "order", Scenario.FAIL_N_THEN_OK));

        assertThat(answers.subList(0, 2)).containsOnly(new Answer.Broken<>(Breakage.SERVER_ERROR));
        assertThat(answers.getLast()).isInstanceOf(Answer.Decided.class);
    }

    @Test
    void aSlowPaymentIsBeingProcessedForThreeSeconds() {
        List<Lookup> meanwhile = new ArrayList<>();
        gateway.duringPause(() -> meanwhile.add(gateway.find("key")));
        pay(Scenario.SLOW_THEN_OK);

        assertThat(meanwhile).singleElement().isInstanceOf(Lookup.Processing.class);
        assertThat(gateway.pauses()).containsExactly(Duration.ofSeconds(3));
        assertThat(found()).isInstanceOf(Captured.class);
    }

    @Test
    void aTimeoutCountsAsNotChargedAtOnce() {
        List<Lookup> meanwhile = new ArrayList<>();
        gateway.duringPause(() -> meanwhile.add(gateway.find("key")));
        pay(Scenario.TIMEOUT_NOT_CHARGED);

        assertThat(meanwhile).containsExactly(new Lookup.Unknown());
        assertThat(gateway.pauses()).containsExactly(Duration.ofSeconds(30));
    }

    @Test
    void anOutageOfAnOrderAppliesToQueriesAboutIt() {
        pay(Scenario.OUTAGE);

        assertThat(gateway.find("key")).isEqualTo(new Lookup.Broken(Breakage.UNAVAILABLE));
        assertThat(gateway.find("another-key")).isEqualTo(new Lookup.Unknown());
    }

    @Test
    void twoKeysForOneOrderChargeTwiceAsAtAnyGateway() {
        gateway.pay("key-1", "order", Scenario.OK);
        gateway.pay("key-2", "order", Scenario.OK);

        assertThat(gateway.ledger()).containsExactly(EntryType.CAPTURED, EntryType.CAPTURED);
    }

    @Test
    void aFaultForAllStrikesOrdersPaidWithOk() {
        gateway.faultForAll(Scenario.DECLINED_FRAUD);
        pay(Scenario.OK);

        assertThat(found()).isInstanceOf(Declined.class);
    }

    private Answer<PaymentDecision> pay(Scenario method) {
        return gateway.pay("key", "order", method);
    }

    private PaymentDecision found() {
        return ((Lookup.Found) gateway.find("key")).decision();
    }
}
