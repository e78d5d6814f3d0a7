package dev.layeredsaga.testbed.failures.chaos.load;

import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Accepted;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.SoldHold;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.StaleCall;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The customers' log of their calls. Thread-safe. */
public final class ClientLog {

    private final Queue<Accepted> accepted = new ConcurrentLinkedQueue<>();
    private final Queue<Accepted> returned = new ConcurrentLinkedQueue<>();
    private final Queue<StaleCall> staleCalls = new ConcurrentLinkedQueue<>();
    private final Queue<SoldHold> soldHolds = new ConcurrentLinkedQueue<>();
    private final Map<String, Integer> turnedAway = new ConcurrentHashMap<>();

    void accepted(String key, String orderId) {
        accepted.add(new Accepted(key, orderId));
    }

    void returned(String key, String returnId) {
        returned.add(new Accepted(key, returnId));
    }

    /** The answers 202 to requests to return something. */
    public List<Accepted> returned() {
        return List.copyOf(returned);
    }

    void stale(StaleCall call) {
        staleCalls.add(call);
    }

    void sold(String claimId) {
        soldHolds.add(new SoldHold(claimId));
    }

    /** Something did not come to be, for this reason. */
    public void turnedAway(String why) {
        turnedAway.merge(why, 1, Integer::sum);
    }

    public long placed() {
        return accepted.stream().map(Accepted::orderId).distinct().count();
    }

    public Map<String, Integer> turnedAway() {
        return new TreeMap<>(turnedAway);
    }

    public CustomersSeen seen(Catalog catalog) {
        return new CustomersSeen(catalog.all(), List.copyOf(accepted), List.copyOf(staleCalls), List.copyOf(soldHolds));
    }
}
