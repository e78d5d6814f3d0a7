package dev.layeredsaga.testbed.failures.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Accepted;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Entry;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Claim;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Item;
import dev.layeredsaga.testbed.failures.audit.seen.LocksSeen;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.Event;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Saga;
import dev.layeredsaga.testbed.failures.audit.seen.TablesSeen;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.outcome.Limits;
import dev.layeredsaga.testbed.failures.matrix.outcome.Observation;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case is right with the outcome that it requires, and wrong with one that differs in anything. */
class EveryCaseTest {

    private static final Limits LIMITS = new Limits(Duration.ofSeconds(50), Duration.ofSeconds(40));
    private static final String SKU = "made-up-1";

    static List<Case> cases() {
        return Matrix.whole().cases();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isRightAsItMustBe(Case played) {
        assertThat(findings(played, new Seen(played))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isWrongWithAnotherEnding(Case played) {
        Seen seen = new Seen(played);
        seen.standing = "REJECTED OUT_OF_STOCK";
        assertThat(findings(played, seen)).anyMatch(finding -> finding.contains("REJECTED OUT_OF_STOCK"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isWrongWithOneMoreCapture(Case played) {
        Seen seen = new Seen(played);
        seen.ledger.add("CAPTURED");
        assertThat(findings(played, seen)).anyMatch(finding -> finding.contains("the ledger says"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isWrongWithOneMoreEvent(Case played) {
        Seen seen = new Seen(played);
        seen.events.add("SagaStarted");
        assertThat(findings(played, seen)).anyMatch(finding -> finding.contains(": events"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isWrongWithoutAKnownNumberOfCalls(Case played) {
        Seen seen = new Seen(played);
        seen.calls = "-1 / -1 / -1";
        assertThat(findings(played, seen)).anyMatch(finding -> finding.contains("gateway calls"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isWrongWhenItTakesTooLong(Case played) {
        Seen seen = new Seen(played);
        seen.took = seen.took.plusSeconds(1);
        assertThat(findings(played, seen)).hasSize(played.orders()).allMatch(finding -> finding.contains("took"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isWrongWithOneMoreHeldClaim(Case played) {
        Seen seen = new Seen(played);
        seen.heldBesides = 1;
        assertThat(findings(played, seen)).anyMatch(finding -> finding.contains("claims held"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isWrongWhenAnItemIsMissing(Case played) {
        Seen seen = new Seen(played);
        seen.missing = 1;
        assertThat(findings(played, seen)).singleElement().asString().startsWith("invariant 1,");
    }

    private static List<String> findings(Case played, Seen seen) {
        return played.expected().findings(seen.observation(), LIMITS);
    }

    /** The observations of a case that came out right, until a test changes them. */
    private static final class Seen {

        private final Case played;
        private final List<String> ledger;
        private final List<String> events;
        private String standing;
        private String calls;
        private Duration took;
        private int heldBesides;
        private int missing;

        Seen(Case played) {
            Expected expected = played.expected();
            this.played = played;
            this.standing = expected.ending().standing();
            this.ledger = words(
                    expected.ledger(),
                    ", ",
                    "nothing",
                    word -> word.toUpperCase(Locale.ROOT).replace(' ', '_'));
            this.events = words(expected.events(), " › ", "none", Seen::typeOf);
            this.calls = expected.calls().replace("≥ ", "").replaceAll("–\\d+", "");
            this.took = expected.bound(LIMITS);
        }

        private static List<String> words(String all, String between, String none, UnaryOperator<String> read) {
            return all.equals(none)
                    ? new ArrayList<>()
                    : Stream.of(all.split(between, -1)).map(read).collect(Collectors.toCollection(ArrayList::new));
        }

        private static String typeOf(String word) {
            return Expected.WORDS.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(word))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow();
        }

        Observation observation() {
            List<String> ids = IntStream.range(0, played.orders())
                    .mapToObj(i -> "order-" + i)
                    .toList();
            boolean exclusive = played.policy().equals("EXCLUSIVE");
            CustomersSeen customers = new CustomersSeen(
                    List.of(new CustomersSeen.Stock(SKU, played.stocked(), exclusive)),
                    standing.equals("no order")
                            ? List.of()
                            : ids.stream().map(id -> new Accepted(id, id)).toList(),
                    List.of(),
                    List.of());
            Map<String, Observation.Seen> orders = new HashMap<>();
            Map<String, List<Event>> published = new HashMap<>();
            List<Entry> entries = new ArrayList<>();
            for (String id : ids) {
                orders.put(id, new Observation.Seen(calls, took));
                published.put(
                        id,
                        IntStream.range(0, events.size())
                                .mapToObj(i -> new Event(id + i, events.get(i), i + 1))
                                .toList());
                ledger.forEach(type -> entries.add(new Entry(id, type, Shop.PRICE)));
            }
            Observations system = new Observations(
                    customers,
                    ordersSeen(ids),
                    inventory(ids),
                    new GatewaySeen(entries, List.of()),
                    new MessagesSeen(published, List.of(), Set.copyOf(ids), List.of()),
                    LocksSeen.NONE,
                    TablesSeen.NONE);
            return new Observation(system, orders, List.of());
        }

        private OrdersSeen ordersSeen(List<String> ids) {
            Map<String, Order> orders = new HashMap<>();
            Map<String, Saga> sagas = new HashMap<>();
            if (!standing.equals("no order")) {
                String[] words = standing.split(" ", -1);
                String reason = words.length == 1 || words[1].equals("STUCK") ? "" : words[1];
                String saga = standing.endsWith("STUCK")
                        ? "STUCK"
                        : words[0].equals("CONFIRMED") ? "COMPLETED" : "COMPENSATED";
                for (String id : ids) {
                    orders.put(id, new Order(id, words[0], reason, Map.of(SKU, 1), Shop.PRICE));
                    sagas.put(id, new Saga(id, saga, "", "", ""));
                }
            }
            return new OrdersSeen(orders, sagas, List.of());
        }

        private InventorySeen inventory(List<String> ids) {
            String state = switch (played.expected().ending()) {
                case CONFIRMED -> "CONFIRMED";
                case STUCK -> "HELD";
                default -> "RELEASED";
            };
            List<Claim> claims = new ArrayList<>();
            ids.forEach(id -> claims.add(new Claim("claim of " + id, id, state, false, Map.of(SKU, 1))));
            IntStream.range(0, heldBesides)
                    .forEach(i -> claims.add(new Claim("claim", null, "HELD", false, Map.of(SKU, 1))));
            int sold = state.equals("CONFIRMED") ? ids.size() : 0;
            int held = heldBesides + (state.equals("HELD") ? ids.size() : 0);
            Item item = new Item(SKU, played.stocked() - sold - missing, held, false, "");
            return new InventorySeen(Map.of(SKU, item), claims, List.of(), List.of(), List.of());
        }
    }
}
