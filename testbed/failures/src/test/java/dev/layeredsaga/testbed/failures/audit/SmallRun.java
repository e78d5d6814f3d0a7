package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Accepted;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.SoldHold;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.StaleCall;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Stock;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Complaint;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Entry;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Claim;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Item;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Life;
import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen;
import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen.Held;
import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen.Section;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.DeadLetter;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.Event;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.LateAction;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Saga;
import dev.layeredsaga.testbed.failures.audit.seen.ReturnsSeen;
import dev.layeredsaga.testbed.failures.audit.seen.ReturnsSeen.Completed;
import dev.layeredsaga.testbed.failures.audit.seen.ReturnsSeen.Return;
import dev.layeredsaga.testbed.failures.audit.seen.TablesSeen;
import dev.layeredsaga.testbed.failures.audit.seen.TablesSeen.Payment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A run in which all went well: five books, five lamps and a seat; one order bought a book, another one was compensated, a hold bought a
 * book; of three lamps that were bought, two came back, one of them broken. Tests change what they want to go wrong.
 */
final class SmallRun {

    static final String BOUGHT = "order-bought";
    static final String COMPENSATED = "order-compensated";
    static final String HOLD = "claim-hold";
    static final String RETURNED = "order-returned";
    static final String RETURN = "return-1";
    static final Instant TEN = Instant.parse("2026-01-01T10:00:00Z");

    final List<Stock> stocks = new ArrayList<>(
            List.of(new Stock("book", 5, false), new Stock("lamp", 5, false), new Stock("seat", 1, true)));
    final List<Accepted> accepted = new ArrayList<>(
            List.of(new Accepted("key-1", BOUGHT), new Accepted("key-1", BOUGHT), new Accepted("key-2", COMPENSATED)));
    final List<StaleCall> staleCalls = new ArrayList<>(
            List.of(new StaleCall(HOLD, "confirm with a wrong token", Set.of("CLAIM_LOST"), 409, "CLAIM_LOST")));
    final List<SoldHold> soldHolds = new ArrayList<>(List.of(new SoldHold(HOLD)));
    final Map<String, Order> orders = new HashMap<>();
    final Map<String, Saga> sagas = new HashMap<>();
    final List<String> attemptsTwice = new ArrayList<>();
    final Map<String, Item> items = new HashMap<>();
    final List<Claim> claims = new ArrayList<>();
    final List<Life> lives = new ArrayList<>();
    final List<String> waiting = new ArrayList<>();
    final List<String> unbalanced = new ArrayList<>();
    final List<Entry> ledger = new ArrayList<>();
    final List<Complaint> complaints = new ArrayList<>();
    final Map<String, List<Event>> events = new HashMap<>();
    final List<DeadLetter> deadLetters = new ArrayList<>();
    final Set<String> resentOf = new HashSet<>(Set.of(BOUGHT));
    final List<LateAction> lateActions = new ArrayList<>();
    final List<Payment> payments = new ArrayList<>(List.of(
            new Payment(BOUGHT, "CAPTURED", 1_000),
            new Payment(COMPENSATED, "REFUNDED", 1_000),
            new Payment(RETURNED, "CAPTURED", 1_000)));
    final List<Accepted> acceptedReturns =
            new ArrayList<>(List.of(new Accepted("key-3", RETURN), new Accepted("key-3", RETURN)));
    final Map<String, Return> returns = new HashMap<>(Map.of(RETURN, new Return(RETURN, "COMPLETED")));
    final Map<String, Set<Completed>> completed =
            new HashMap<>(Map.of(RETURNED, Set.of(new Completed(RETURN, 2_000, Map.of("lamp", 1), Map.of("lamp", 1)))));
    final List<String> heldMessages = new ArrayList<>();
    final List<String> unsent = new ArrayList<>();
    final List<Held> held = new ArrayList<>();
    final List<Section> sections = new ArrayList<>();
    final List<String> left = new ArrayList<>();

    SmallRun() {
        orders.put(BOUGHT, new Order(BOUGHT, "CONFIRMED", "", Map.of("book", 1), 1_000));
        orders.put(COMPENSATED, new Order(COMPENSATED, "REJECTED", "DEADLINE_EXCEEDED", Map.of("seat", 1), 1_000));
        orders.put(RETURNED, new Order(RETURNED, "CONFIRMED", "", Map.of("lamp", 3), 3_000));
        sagas.put(BOUGHT, new Saga(BOUGHT, "COMPLETED", "FORWARD", "", ""));
        sagas.put(RETURNED, new Saga(RETURNED, "COMPLETED", "FORWARD", "", ""));
        sagas.put(RETURN, new Saga(RETURN, "COMPLETED", "FORWARD", "", ""));
        sagas.put(COMPENSATED, new Saga(COMPENSATED, "COMPENSATED", "BACKWARD", "", ""));
        items.put("book", new Item("book", 3, 0, false, ""));
        items.put("lamp", new Item("lamp", 3, 0, false, ""));
        items.put("seat", new Item("seat", 1, 0, false, ""));
        claims.add(new Claim("claim-1", BOUGHT, "CONFIRMED", false, Map.of("book", 1)));
        claims.add(new Claim("claim-2", COMPENSATED, "RELEASED", false, Map.of("seat", 1)));
        claims.add(new Claim(HOLD, null, "CONFIRMED", false, Map.of("book", 1)));
        claims.add(new Claim("claim-3", RETURNED, "CONFIRMED", false, Map.of("lamp", 3)));
        lives.add(life("claim-2", 0, "1", 5, "2"));
        ledger.add(new Entry(BOUGHT, "CAPTURED", 1_000));
        ledger.add(new Entry(BOUGHT, "REPLAYED", 1_000));
        ledger.add(new Entry(COMPENSATED, "CAPTURED", 1_000));
        ledger.add(new Entry(COMPENSATED, "REFUNDED", 1_000));
        ledger.add(new Entry(RETURNED, "CAPTURED", 3_000));
        ledger.add(new Entry(RETURNED, "REFUNDED", 2_000));
        events.put(RETURNED, events(RETURNED, "SagaStarted", "StockReserved", "PaymentCaptured", "OrderConfirmed"));
        events.put(RETURN, events(RETURN, "ReturnStarted", "GoodsReceived", "MoneyReturned", "ReturnCompleted"));
        events.put(BOUGHT, events(BOUGHT, "SagaStarted", "StockReserved", "PaymentCaptured", "OrderConfirmed"));
        events.put(
                COMPENSATED,
                events(COMPENSATED, "SagaStarted", "StockReserved", "CompensationStarted", "OrderRejected"));
        deadLetters.add(new DeadLetter("inventory.commands", "poison-1", "not a CloudEvent", true));
        lateActions.add(new LateAction(COMPENSATED, "ClaimStock", "claims [RELEASED]", "claims [RELEASED]", true));
        held.add(new Held("inventory:lock:book", Duration.ofMillis(100), Duration.ofMillis(4_950)));
        sections.add(new Section("inventory-service 1", Duration.ofMillis(80), false));
        sections.add(new Section("inventory-service 1", Duration.ofSeconds(9), true));
    }

    /** Returns the saga's modifiable events. */
    List<Event> events(String sagaId) {
        return Objects.requireNonNull(events.get(sagaId));
    }

    /** The seat's. */
    static Life life(String claimId, int beginSecond, String begunBy, int endSecond, String endedBy) {
        return new Life(
                "seat", claimId, claimId, TEN.plusSeconds(beginSecond), begunBy, TEN.plusSeconds(endSecond), endedBy);
    }

    /** One event after the other, from 1 on. */
    static List<Event> events(String sagaId, String... types) {
        List<Event> published = new ArrayList<>();
        for (String type : types) {
            published.add(new Event(sagaId + "-" + published.size(), type, published.size() + 1));
        }
        return published;
    }

    Observations seen() {
        return new Observations(
                new CustomersSeen(stocks, accepted, staleCalls, soldHolds),
                new OrdersSeen(orders, sagas, attemptsTwice),
                new InventorySeen(items, claims, lives, waiting, unbalanced),
                new GatewaySeen(ledger, complaints),
                new MessagesSeen(events, deadLetters, resentOf, lateActions),
                new LocksSeen(Duration.ofSeconds(5), Duration.ofSeconds(3), 100, held, sections, 0, left),
                new TablesSeen(payments, heldMessages, unsent),
                new ReturnsSeen(acceptedReturns, returns, completed));
    }
}
