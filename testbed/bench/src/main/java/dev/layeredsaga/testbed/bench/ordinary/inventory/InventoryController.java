package dev.layeredsaga.testbed.bench.ordinary.inventory;

import dev.layeredsaga.testbed.bench.ordinary.Calls;
import dev.layeredsaga.testbed.bench.ordinary.Calls.Line;
import dev.layeredsaga.testbed.bench.ordinary.inventory.InventoryApplication.*;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.function.*;
import java.util.stream.Collectors;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.*;

/** Claims stock for orders: lock the items in Redis, then one transaction, then unlock. Idempotent by order. */
@RestController
record InventoryController(Items items, Claims claims, RedissonClient redisson, TransactionTemplate transaction) {

    record PutItem(int onHand) {}

    @PutMapping("/items/{sku}")
    void put(@PathVariable String sku, @RequestBody PutItem request) {
        Item item = items.findById(sku).orElseGet(Item::new);
        item.sku = sku;
        item.onHand = request.onHand();
        items.save(item);
    }

    @PutMapping("/claims/{orderId}")
    boolean claim(@PathVariable UUID orderId, @RequestBody Calls.Claim request) throws InterruptedException {
        List<Line> lines = request.lines();
        return locked(lines, stock -> {
            if (claims.existsById(orderId)) {
                return true;
            }
            if (!lines.stream().allMatch(line -> stock.get(line.sku()).has(line.quantity()))) {
                return false;
            }
            lines.forEach(line -> stock.get(line.sku()).reserved += line.quantity());
            Claim claim = new Claim();
            claim.orderId = orderId;
            claim.lines = lines;
            claims.save(claim);
            return true;
        });
    }

    @PostMapping("/claims/{orderId}/confirmation")
    void confirm(@PathVariable UUID orderId) throws InterruptedException {
        end(orderId, Claim.State.CONFIRMED, Item::sell);
    }

    @DeleteMapping("/claims/{orderId}")
    void release(@PathVariable UUID orderId) throws InterruptedException {
        end(orderId, Claim.State.RELEASED, (item, quantity) -> item.reserved -= quantity);
    }

    private void end(UUID orderId, Claim.State end, BiConsumer<Item, Integer> change) throws InterruptedException {
        List<Line> lines = claims.findById(orderId).orElseThrow().lines;
        locked(lines, stock -> {
            Claim claim = claims.findById(orderId).orElseThrow();
            if (claim.state == Claim.State.HELD) {
                claim.state = end;
                lines.forEach(line -> change.accept(stock.get(line.sku()), line.quantity()));
            }
            return claim.state == end;
        });
    }

    /** Locks in the order of the skus, so that no two requests wait for each other; unlocks after the commit. */
    private boolean locked(List<Line> lines, Predicate<Map<String, Item>> work) throws InterruptedException {
        List<String> skus = lines.stream().map(Line::sku).distinct().sorted().toList();
        Deque<RLock> held = new ArrayDeque<>();
        try {
            for (String sku : skus) {
                RLock lock = redisson.getLock("ordinary:item:" + sku);
                if (!lock.tryLock(3_000, 10_000, TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException("item %s is busy".formatted(sku));
                }
                held.push(lock);
            }
            return Boolean.TRUE.equals(transaction.execute(status -> work.test(
                    items.findAllById(skus).stream().collect(Collectors.toMap(item -> item.sku, item -> item)))));
        } finally {
            held.forEach(RLock::unlock);
        }
    }
}
