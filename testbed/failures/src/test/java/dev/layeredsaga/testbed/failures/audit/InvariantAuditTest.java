package dev.layeredsaga.testbed.failures.audit;

import static dev.layeredsaga.testbed.failures.audit.SmallRun.BOUGHT;
import static dev.layeredsaga.testbed.failures.audit.SmallRun.COMPENSATED;
import static dev.layeredsaga.testbed.failures.audit.SmallRun.HOLD;
import static dev.layeredsaga.testbed.failures.audit.SmallRun.RETURN;
import static dev.layeredsaga.testbed.failures.audit.SmallRun.RETURNED;
import static dev.layeredsaga.testbed.failures.audit.SmallRun.events;
import static dev.layeredsaga.testbed.failures.audit.SmallRun.life;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Accepted;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.StaleCall;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Stock;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Complaint;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Entry;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Claim;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Item;
import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen.Held;
import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen.Section;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.DeadLetter;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.Event;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.LateAction;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Saga;
import dev.layeredsaga.testbed.failures.audit.seen.ReturnsSeen.Completed;
import dev.layeredsaga.testbed.failures.audit.seen.ReturnsSeen.Return;
import dev.layeredsaga.testbed.failures.audit.seen.TablesSeen.Payment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each invariant finds what violates it, names it, and blames nothing else. */
class InvariantAuditTest {

    private final SmallRun run = new SmallRun();

    @Test
    void findsNothingWhereAllWentWell() {
        assertThat(InvariantAudit.of(run.seen())).hasSize(14).allSatisfy(finding -> {
            assertThat(finding.violations()).as(finding.name()).isEmpty();
            assertThat(finding.checked()).as(finding.name()).isNotEmpty();
        });
    }

    @Test
    void finds1MorePaymentsThanStockAlthoughTheCounterLooksRight() {
        run.stocks.set(0, new Stock("book", 1, false));
        run.claims.remove(2);
        run.soldHolds.clear();
        run.orders.put("order-too-many", new Order("order-too-many", "PENDING", "", Map.of("book", 1), 1_000));
        run.ledger.add(new Entry("order-too-many", "CAPTURED", 1_000));
        run.items.put("book", new Item("book", 0, 0, false, ""));

        assertThat(violationsOf(1)).singleElement().satisfies(violation -> {
            assertThat(violation.what()).contains("OVERSOLD, 2 paid for", "there were 1");
            assertThat(violation.ids()).containsExactlyInAnyOrder(BOUGHT, "order-too-many");
        });
    }

    @Test
    void finds1MoreHeldThanThereIs() {
        run.claims.add(new Claim("claim-8", null, "HELD", false, Map.of("book", 4)));
        run.items.put("book", new Item("book", 3, 4, false, ""));

        assertViolated(1, BOUGHT, HOLD, "claim-8");
        assertThat(violationsOf(1).getFirst().what()).contains("OVERSOLD, 6 sold or held, but there were 5");
    }

    @Test
    void finds1ACounterThatDoesNotFitTheSales() {
        run.items.put("book", new Item("book", 4, 0, false, ""));
        assertViolated(1, "book");
    }

    @Test
    void finds1APieceThatWasPutBackTwice() {
        run.items.put("lamp", new Item("lamp", 4, 0, false, ""));
        assertViolated(1, "lamp");
    }

    @Test
    void finds1APieceThatWasPutBackThoughItWasWrittenOff() {
        run.completed.put(RETURNED, Set.of(new Completed(RETURN, 2_000, Map.of(), Map.of("lamp", 2))));
        assertViolated(1, "lamp");
    }

    @Test
    void finds1ASaleOfAPieceThatWasWrittenOff() {
        run.orders.put("order-too-many", new Order("order-too-many", "PENDING", "", Map.of("lamp", 4), 4_000));
        run.ledger.add(new Entry("order-too-many", "CAPTURED", 4_000));

        assertThat(violationsOf(1)).singleElement().satisfies(violation -> {
            assertThat(violation.what()).contains("OVERSOLD, 5 paid for", "there were 4");
            assertThat(violation.ids()).containsExactlyInAnyOrder(RETURNED, "order-too-many");
        });
    }

    @Test
    void acceptsASaleOfAPieceThatWasPutBack() {
        run.orders.put("order-more", new Order("order-more", "CONFIRMED", "", Map.of("lamp", 3), 3_000));
        run.ledger.add(new Entry("order-more", "CAPTURED", 3_000));
        run.claims.add(new Claim("claim-8", "order-more", "CONFIRMED", false, Map.of("lamp", 3)));
        run.items.put("lamp", new Item("lamp", 0, 0, false, ""));
        assertThat(violationsOf(1)).isEmpty();
    }

    @Test
    void finds1AnItemWhoseMovementsDoNotAddUp() {
        run.unbalanced.add("book");
        assertViolated(1, "book");
    }

    @Test
    void finds1AReservationWithoutAClaim() {
        run.items.put("book", new Item("book", 3, 1, false, ""));
        assertViolated(1, "book");
    }

    @Test
    void finds1TwoWhoHadAnExclusiveItemAtOnce() {
        run.lives.add(life("claim-9", 4, "3", 6, "4"));
        assertViolated(1, "claim-2", "claim-9");
    }

    /** A row may be inserted before the one whose place it takes is updated, in one transaction. */
    @Test
    void acceptsASuccessorThatBeginsInTheTransactionThatEndsTheOther() {
        run.lives.add(life("claim-9", 4, "2", 6, "4"));
        assertThat(violationsOf(1)).isEmpty();
    }

    @Test
    void finds2AStaleTokenThatStillWorks() {
        run.staleCalls.add(new StaleCall("claim-7", "confirm too late", Set.of("CLAIM_EXPIRED"), 200, ""));
        assertViolated(2, "claim-7");
    }

    @Test
    void finds2ARefusalWithTheWrongCode() {
        run.staleCalls.add(new StaleCall("claim-7", "confirm too late", Set.of("CLAIM_EXPIRED"), 409, "RESOURCE_BUSY"));
        assertViolated(2, "claim-7");
    }

    @Test
    void finds2AConfirmedHoldThatIsNotSold() {
        run.claims.set(2, new Claim(HOLD, null, "EXPIRED", false, Map.of()));
        run.items.put("book", new Item("book", 4, 0, false, ""));
        assertViolated(2, HOLD);
    }

    @Test
    void ignoresAStaleCallWithoutAnswer() {
        run.staleCalls.add(new StaleCall("claim-7", "confirm too late", Set.of("CLAIM_EXPIRED"), 0, ""));
        assertThat(violationsOf(2)).isEmpty();
    }

    @Test
    void finds3AnItemLockedWithoutAClaim() {
        run.items.put("seat", new Item("seat", 1, 0, true, COMPENSATED));
        assertViolated(3, COMPENSATED);
    }

    @Test
    void finds3AClaimOfAnOrderThatHasEnded() {
        run.claims.set(1, new Claim("claim-2", COMPENSATED, "HELD", false, Map.of("seat", 1)));
        run.items.put("seat", new Item("seat", 1, 1, true, COMPENSATED));
        assertViolated(3, COMPENSATED);
    }

    @Test
    void finds3SomeoneWaitingForNothing() {
        run.waiting.add(COMPENSATED);
        assertViolated(3, COMPENSATED);
    }

    @Test
    void finds4ASecondCapture() {
        run.ledger.add(new Entry(BOUGHT, "CAPTURED", 1_000));
        assertThat(violationsOf(4))
                .singleElement()
                .satisfies(violation -> assertThat(violation.ids()).containsExactly(BOUGHT));
    }

    @Test
    void finds4AConfirmedOrderWhoseMoneyWasGivenBack() {
        run.payments.set(0, new Payment(BOUGHT, "REFUNDED", 1_000));
        run.ledger.add(new Entry(BOUGHT, "REFUNDED", 1_000));
        assertViolated(4, BOUGHT);
    }

    @Test
    void finds4ARefundBeyondItsReturns() {
        run.ledger.add(new Entry(RETURNED, "REFUNDED", 1_000));
        run.payments.set(2, new Payment(RETURNED, "CAPTURED", 0));
        assertViolated(4, RETURNED);
    }

    @Test
    void finds4AReturnWithoutARefund() {
        run.ledger.removeIf(
                entry -> entry.orderId().equals(RETURNED) && entry.type().equals("REFUNDED"));
        run.payments.set(2, new Payment(RETURNED, "CAPTURED", 3_000));
        assertViolated(4, RETURNED);
    }

    @Test
    void finds4MoreGivenBackThanWasCaptured() {
        run.completed.put(RETURNED, Set.of(new Completed(RETURN, 3_001, Map.of("lamp", 1), Map.of("lamp", 1))));
        run.ledger.add(new Entry(RETURNED, "REFUNDED", 1_001));
        run.payments.set(2, new Payment(RETURNED, "CAPTURED", -1));
        assertViolated(4, RETURNED);
    }

    @Test
    void finds4APieceThatWasReturnedTwice() {
        run.completed.put(RETURNED, Set.of(new Completed(RETURN, 2_000, Map.of("lamp", 3), Map.of("lamp", 1))));
        run.items.put("lamp", new Item("lamp", 5, 0, false, ""));
        assertViolated(4, RETURNED);
        assertThat(violationsOf(4).getFirst().what()).contains("4 × lamp are returned");
    }

    @Test
    void finds4AReturnOfWhatWasNotSold() {
        run.completed.put(COMPENSATED, Set.of(new Completed("return-2", 0, Map.of("seat", 1), Map.of())));
        assertThat(violationsOf(4))
                .singleElement()
                .satisfies(violation -> assertThat(violation.ids()).containsExactly(COMPENSATED));
    }

    @Test
    void finds4MoneyKeptForAnOrderThatWasCompensated() {
        run.payments.set(1, new Payment(COMPENSATED, "CAPTURED", 1_000));
        run.ledger.removeIf(
                entry -> entry.orderId().equals(COMPENSATED) && entry.type().equals("REFUNDED"));
        assertViolated(4, COMPENSATED);
    }

    @Test
    void finds4WhatTheGatewayFinds() {
        run.complaints.add(
                new Complaint("at-most-one-net-capture-per-order", BOUGHT, "2 captures are not refunded in full"));
        assertViolated(4, BOUGHT);
    }

    /** Only as long as the order, too, is open: one that has ended knows, from wherever. */
    @Test
    void finds4ThatAnOpenOrderWasNeverNotifiedOfItsCapture() {
        run.complaints.add(new Complaint("nothing-unknown-for-too-long", BOUGHT, "captured 200 s ago"));
        run.complaints.add(new Complaint("nothing-unknown-for-too-long", "order-open", "captured 200 s ago"));
        run.orders.put("order-open", new Order("order-open", "PENDING", "", Map.of(), 1_000));

        assertThat(violationsOf(4))
                .singleElement()
                .satisfies(violation -> assertThat(violation.ids()).containsExactly("order-open"));
    }

    @Test
    void finds5ASagaThatIsStuckAndSaysWhy() {
        run.sagas.put(COMPENSATED, new Saga(COMPENSATED, "STUCK", "BACKWARD", "pay", "the refund is declined"));
        assertViolated(5, COMPENSATED);
        assertThat(violationsOf(5).getFirst().what()).contains("STUCK in pay", "the refund is declined");
    }

    @Test
    void finds5AReturnThatDoesNotEnd() {
        run.sagas.put(RETURN, new Saga(RETURN, "STUCK", "FORWARD", "restock", "there is no such sale"));
        assertViolated(5, RETURN);
    }

    @Test
    void finds6AReturnsGapAndItsEnding() {
        run.events(RETURN).remove(1);
        assertViolated(6, RETURN);
        run.events.put(RETURN, events(RETURN, "ReturnStarted", "ReturnRejected"));
        assertViolated(6, RETURN);
    }

    @Test
    void finds6AReturnThatHasEndedTwice() {
        run.events(RETURN).add(new Event("another", "ReturnRejected", 5));
        assertViolated(6, RETURN);
        run.resentOf.add(RETURN);
        assertThat(violationsOf(7))
                .singleElement()
                .satisfies(violation -> assertThat(violation.ids()).containsExactly(RETURN));
    }

    @Test
    void finds6AGap() {
        run.events(BOUGHT).remove(1);
        assertViolated(6, BOUGHT);
    }

    @Test
    void finds6AnEventOutOfPlace() {
        List<Event> events = run.events(BOUGHT);
        events.add(1, events.remove(2));
        assertViolated(6, BOUGHT);
    }

    @Test
    void finds6AnEndingThatIsNotTheOrders() {
        run.events.put(BOUGHT, events(BOUGHT, "SagaStarted", "OrderRejected"));
        assertViolated(6, BOUGHT);
    }

    @Test
    void finds6TwoEndings() {
        run.events.put(BOUGHT, events(BOUGHT, "SagaStarted", "OrderConfirmed", "OrderConfirmed"));
        assertThat(violationsOf(6))
                .singleElement()
                .satisfies(violation -> assertThat(violation.ids()).containsExactly(BOUGHT));
    }

    @Test
    void acceptsAnEventThatIsPublishedTwice() {
        List<Event> events = run.events(BOUGHT);
        events.add(events.get(1));
        assertThat(violationsOf(6)).isEmpty();
    }

    @Test
    void finds6AnEventUnderANumberThatIsTaken() {
        List<Event> events = run.events(BOUGHT);
        events.add(1, new Event("another", events.getFirst().type(), 1));
        assertViolated(6, BOUGHT);
    }

    @Test
    void finds6AnEventThatIsPublishedInAnotherWay() {
        run.events(BOUGHT).add(1, new Event("another", "CompensationStarted", 1));
        assertViolated(6, BOUGHT);
    }

    @Test
    void finds7ASecondClaim() {
        run.claims.add(new Claim("claim-8", BOUGHT, "RELEASED", false, Map.of()));
        assertViolated(7, BOUGHT);
    }

    @Test
    void finds7ASecondCapture() {
        run.ledger.add(new Entry(BOUGHT, "CAPTURED", 1_000));
        assertThat(violationsOf(7))
                .singleElement()
                .satisfies(violation -> assertThat(violation.ids()).containsExactly(BOUGHT));
    }

    @Test
    void finds7AnAttemptThatHasEndedTwice() {
        run.attemptsTwice.add(BOUGHT);
        assertViolated(7, BOUGHT);
    }

    @Test
    void finds8ALateActionThatChangedSomething() {
        run.lateActions.add(new LateAction(COMPENSATED, "ChargePayment", "ledger []", "ledger [CAPTURED]", true));
        assertViolated(8, COMPENSATED);
    }

    @Test
    void finds8ALateActionThatWasNeverRead() {
        run.lateActions.add(new LateAction(COMPENSATED, "ChargePayment", "ledger []", "ledger []", false));
        assertViolated(8, COMPENSATED);
    }

    @Test
    void finds9ALockThatIsLeft() {
        run.left.add("inventory:lock:seat");
        assertViolated(9, "inventory:lock:seat");
    }

    @Test
    void finds9ALockWithoutAnEnd() {
        run.held.add(new Held("inventory:lock:seat", Duration.ZERO, Duration.ofMillis(-1)));
        assertViolated(9, "inventory:lock:seat");
    }

    @Test
    void finds9ALockHeldForLongerThanItsLease() {
        run.held.add(new Held("inventory:lock:seat", Duration.ofSeconds(7), Duration.ofSeconds(5)));
        assertViolated(9, "inventory:lock:seat");
    }

    @Test
    void finds9ASectionAsLongAsAPayment() {
        run.sections.add(new Section("inventory-service 2", Duration.ofMillis(3_100), false));
        assertViolated(9, "inventory-service 2");
    }

    @Test
    void finds10AnOrderThatIsNotThere() {
        run.orders.remove(COMPENSATED);
        run.ledger.removeIf(entry -> entry.orderId().equals(COMPENSATED));
        assertViolated(10, COMPENSATED);
    }

    @Test
    void finds10AnOrderWithoutASaga() {
        run.sagas.remove(BOUGHT);
        assertViolated(10, BOUGHT);
    }

    @Test
    void finds10TwoOrdersOfOneKey() {
        run.accepted.add(new Accepted("key-1", COMPENSATED));
        assertViolated(10, BOUGHT, COMPENSATED);
    }

    @Test
    void finds10AReturnThatIsNotThere() {
        run.returns.remove(RETURN);
        run.completed.clear();
        run.acceptedReturns.add(new Accepted("key-4", "return-2"));
        assertThat(violationsOf(10))
                .extracting(Violation::ids)
                .containsExactlyInAnyOrder(List.of(RETURN), List.of("return-2"));
    }

    /** Another return of the same may have come before its request was repeated. */
    @Test
    void acceptsThatAReturnIsGoneThatGaveNothingBack() {
        run.acceptedReturns.add(new Accepted("key-4", "return-2"));
        run.sagas.put("return-2", new Saga("return-2", "COMPENSATED", "BACKWARD", "", ""));
        assertThat(violationsOf(10)).isEmpty();
    }

    @Test
    void finds10AReturnThatIsOpenOrEndedInAnotherWay() {
        run.returns.put(RETURN, new Return(RETURN, "REFUNDED"));
        assertThat(violationsOf(10)).extracting(Violation::what).anyMatch(what -> what.contains("has not ended"));
        run.returns.put(RETURN, new Return(RETURN, "REJECTED"));
        assertThat(violationsOf(10)).extracting(Violation::what).containsExactly("REJECTED, but its saga is COMPLETED");
    }

    @Test
    void finds10TwoReturnsOfOneKey() {
        run.acceptedReturns.add(new Accepted("key-3", "return-2"));
        assertViolated(10, RETURN, "return-2");
    }

    @Test
    void finds11AMessageThatWasGivenUp() {
        run.deadLetters.add(new DeadLetter("payment.commands", BOUGHT, "the database is away", false));
        assertViolated(11, BOUGHT);
    }

    @Test
    void finds11AMessageThatIsStillHeld() {
        run.heldMessages.add("order-service: saga.events of " + BOUGHT);
        assertViolated(11, "order-service: saga.events of " + BOUGHT);
    }

    @Test
    void finds12AConfirmedOrderToWhichNothingIsSold() {
        run.claims.set(0, new Claim("claim-1", null, "CONFIRMED", false, Map.of("book", 1)));
        assertThat(violationsOf(12))
                .singleElement()
                .satisfies(violation -> assertThat(violation.ids()).containsExactly(BOUGHT));
    }

    @Test
    void finds12ASaleWithoutAnOrder() {
        run.claims.add(new Claim("claim-8", "order-nowhere", "CONFIRMED", false, Map.of()));
        assertViolated(12, "order-nowhere");
    }

    @Test
    void finds12AReturnOfWhichOneSideDoesNotKnow() {
        run.returns.clear();
        run.acceptedReturns.clear();
        assertViolated(12, RETURN);
        run.returns.put(RETURN, new Return(RETURN, "COMPLETED"));
        run.returns.put("return-2", new Return("return-2", "COMPLETED"));
        assertViolated(12, "return-2");
    }

    @Test
    void finds13AMessageThatHasNotLeft() {
        run.unsent.add("inventory-service: 7, the topic is missing");
        assertViolated(13, "inventory-service: 7, the topic is missing");
    }

    @Test
    void finds14AnOutcomeThatIsNotTheGateways() {
        run.payments.set(0, new Payment(BOUGHT, "DECLINED", 1_000));
        assertViolated(14, BOUGHT);
    }

    @Test
    void finds14APartThatTheGatewayHasNotGivenBack() {
        run.payments.set(2, new Payment(RETURNED, "CAPTURED", 2_000));
        assertViolated(14, RETURNED);
    }

    @Test
    void finds14APaymentThatIsStillOpen() {
        run.payments.set(0, new Payment(BOUGHT, "OWED", 1_000));
        assertThat(violationsOf(14)).extracting(Violation::what).anyMatch(what -> what.contains("still OWED"));
    }

    /** Asserts that only this invariant is violated, and that each violation has exactly these ids. */
    private void assertViolated(int number, String... ids) {
        assertThat(violationsOf(number))
                .isNotEmpty()
                .allSatisfy(violation -> assertThat(violation.ids()).containsExactly(ids));
        assertThat(InvariantAudit.of(run.seen()))
                .filteredOn(finding -> finding.number() != number)
                .allSatisfy(finding ->
                        assertThat(finding.violations()).as(finding.name()).isEmpty());
    }

    private List<Violation> violationsOf(int number) {
        return InvariantAudit.of(run.seen()).get(number - 1).violations();
    }
}
