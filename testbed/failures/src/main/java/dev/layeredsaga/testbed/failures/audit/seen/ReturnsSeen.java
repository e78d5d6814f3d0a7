package dev.layeredsaga.testbed.failures.audit.seen;

import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Accepted;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The returns, as customers, the order-service and the public topic report them.
 *
 * @param accepted the answers 202, with the returns' ids
 * @param known by return id, those that the order-service reports
 * @param completed by order id, those that gave something back, as the topic reports
 */
public record ReturnsSeen(List<Accepted> accepted, Map<String, Return> known, Map<String, Set<Completed>> completed) {

    /** Of a run in which nothing is returned. */
    static final ReturnsSeen NONE = new ReturnsSeen(List.of(), Map.of(), Map.of());

    public record Return(String id, String status) {

        public boolean isCompleted() {
            return status.equals("COMPLETED");
        }

        public boolean hasEnded() {
            return isCompleted() || status.equals("REJECTED");
        }
    }

    public record Completed(String id, long amount, Map<String, Integer> putBack, Map<String, Integer> writtenOff) {}

    /** Returns the completed returns of the order. */
    public Set<Completed> of(String orderId) {
        return completed.getOrDefault(orderId, Set.of());
    }

    /** Returns how many pieces of each sku have been put back into stock. */
    public Map<String, Integer> putBack() {
        return sum(everyCompleted().map(Completed::putBack));
    }

    /** Returns how many pieces of each sku have been written off. */
    public Map<String, Integer> writtenOff() {
        return sum(everyCompleted().map(Completed::writtenOff));
    }

    /** Returns how many pieces of each sku of the order have been returned. */
    public Map<String, Integer> piecesOf(String orderId) {
        return sum(of(orderId).stream().flatMap(done -> Stream.of(done.putBack(), done.writtenOff())));
    }

    /** Returns what the order's returns have given back. */
    public long amountOf(String orderId) {
        return of(orderId).stream().mapToLong(Completed::amount).sum();
    }

    public Stream<Completed> everyCompleted() {
        return completed.values().stream().flatMap(Collection::stream);
    }

    private static Map<String, Integer> sum(Stream<Map<String, Integer>> all) {
        Map<String, Integer> sum = new HashMap<>();
        all.forEach(one -> one.forEach((sku, pieces) -> sum.merge(sku, pieces, Integer::sum)));
        return sum;
    }
}
