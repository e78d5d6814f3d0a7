package dev.layeredsaga.paymentstub.fault;

import static dev.layeredsaga.paymentstub.fault.Scenario.Operation.PAYMENT;
import static dev.layeredsaga.paymentstub.fault.Scenario.Operation.QUERY;
import static dev.layeredsaga.paymentstub.fault.Scenario.Operation.REFUND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect.Decline;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect.FailUndecided;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect.Proceed;
import dev.layeredsaga.paymentstub.fault.Scenario.Operation;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultsTest {

    private static final OrderId ORDER = new OrderId("order-1");

    private final Faults faults = new Faults();

    @Test
    void anOrderPaidWithOkMeetsNoFault() {
        assertThat(faults.decide(PAYMENT, ORDER, Scenario.OK)).isEqualTo(FaultDecision.NONE);
    }

    @Test
    void theMethodWinsOverTheFaultForAll() {
        setForAll(Scenario.OUTAGE);

        assertThat(effect(PAYMENT, Scenario.DECLINED_FRAUD)).isEqualTo(new Decline(DeclineCode.FRAUD));
    }

    @Test
    void theFaultForAllAppliesWhereTheMethodSaysNothing() {
        setForAll(Scenario.REFUND_DECLINED);

        assertThat(effect(REFUND, Scenario.SLOW_THEN_OK)).isEqualTo(new Decline(DeclineCode.REFUND_DECLINED));
    }

    @Test
    void aMethodThatLetsTheAttemptPassStillDecides() {
        setForAll(Scenario.DECLINED_FRAUD);

        assertThat(effects(Scenario.FAIL_N_THEN_OK, 3).getLast()).isEqualTo(new Proceed());
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void anOutageCoversEverything(Operation operation) {
        assertThat(effect(operation, Scenario.OUTAGE)).isEqualTo(new FailUndecided(Breakage.UNAVAILABLE));
    }

    @Test
    void unavailabilityCoversPaymentsOnly() {
        assertThat(Stream.of(REFUND, QUERY).map(it -> effect(it, Scenario.UNAVAILABLE_503)))
                .containsOnly(new Proceed());
    }

    @Test
    void theFirstTwoAttemptsOfAnOrderFailAndThenNone() {
        var failure = new FailUndecided(Breakage.SERVER_ERROR);

        assertThat(effects(Scenario.FAIL_N_THEN_OK, 4)).containsExactly(failure, failure, new Proceed(), new Proceed());
    }

    @Test
    void countsTheAttemptsOfEachOrderApart() {
        effects(Scenario.FAIL_N_THEN_OK, 2);

        assertThat(faults.decide(PAYMENT, new OrderId("order-2"), Scenario.FAIL_N_THEN_OK)
                        .effect())
                .isInstanceOf(FailUndecided.class);
    }

    @Test
    void aFlakyOrderMeetsTheSameSequenceInEveryRun() {
        var firstRun = effects(Scenario.FLAKY, 50);
        var secondRun = new FaultsTest().effects(Scenario.FLAKY, 50);

        assertThat(secondRun).isEqualTo(firstRun);
    }

    @Test
    void aboutHalfOfAFlakyOrdersAttemptsFail() {
        assertThat(effects(Scenario.FLAKY, 400).stream().filter(FailUndecided.class::isInstance))
                .hasSizeBetween(150, 250);
    }

    @Test
    void aDelayReplacesTheScenariosOwn() {
        faults.set(new FaultSettings(Scenario.SLOW_THEN_OK, 1, 1, null, Duration.ofMillis(20)));

        assertThat(faults.decide(PAYMENT, ORDER, Scenario.OK).delay()).hasMillis(20);
    }

    @Test
    void aClearedFaultAppliesToNoAttempt() {
        setForAll(Scenario.OUTAGE);
        faults.clear();

        assertThat(effect(PAYMENT, Scenario.OK)).isEqualTo(new Proceed());
        assertThat(faults.current()).isEmpty();
    }

    @Test
    void anOutageForAllAppliesToAQueryForAnUnknownKey() {
        setForAll(Scenario.OUTAGE);

        assertThat(faults.decideWithoutOrder(QUERY).effect()).isEqualTo(new FailUndecided(Breakage.UNAVAILABLE));
    }

    private void setForAll(Scenario scenario) {
        faults.set(new FaultSettings(scenario, 1, 1, null, null));
    }

    private Effect effect(Operation operation, Scenario ofMethod) {
        return faults.decide(operation, ORDER, ofMethod).effect();
    }

    private List<Effect> effects(Scenario ofMethod, int attempts) {
        return IntStream.range(0, attempts)
                .mapToObj(attempt -> effect(PAYMENT, ofMethod))
                .toList();
    }
}
