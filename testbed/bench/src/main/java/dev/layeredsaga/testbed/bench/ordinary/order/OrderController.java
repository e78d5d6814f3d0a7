package dev.layeredsaga.testbed.bench.ordinary.order;

import com.github.kagkarlsson.scheduler.Scheduler;
import dev.layeredsaga.testbed.bench.ordinary.order.Tables.*;
import java.net.URI;
import java.security.Principal;
import java.util.*;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.server.ResponseStatusException;

/** The API of orders and products. */
@RestController
record OrderController(OrderService service, OrderService.Steps steps, Products products, Scheduler scheduler) {

    record Money(long amount, String currency) {}

    record PutProduct(String name, Money unitPrice) {}

    /**
     * Schedules after the commit, because db-scheduler commits by itself; a sweep finds what a crash in between left. A caller who
     * prefers to wait has the order driven in the thread of the request.
     */
    @PostMapping("/orders")
    ResponseEntity<?> place(
            @RequestHeader("Idempotency-Key") String key,
            @RequestHeader(name = "Prefer", required = false) String prefer,
            @RequestBody OrderService.PlaceOrder request,
            Principal caller) {
        if (!request.customerId().equals(caller.getName())) {
            throw new ResponseStatusException(HttpStatus.FORBIDDEN);
        }
        PurchaseOrder order = placeOrFind(key, request);
        if (prefer != null) {
            return ResponseEntity.status(HttpStatus.CREATED)
                    .body(Map.of("orderId", order.id, "status", steps.drive(order.id)));
        }
        scheduler.scheduleIfNotExists(OrderService.taskOf(order.id));
        return ResponseEntity.accepted()
                .location(URI.create("/orders/" + order.id))
                .body(Map.of("orderId", order.id, "status", order.status));
    }

    private PurchaseOrder placeOrFind(String key, OrderService.PlaceOrder request) {
        try {
            return service.place(key, request);
        } catch (DataIntegrityViolationException e) {
            return service.find(request.customerId(), key).orElseThrow(() -> e);
        }
    }

    @PutMapping("/products/{sku}")
    void put(@PathVariable String sku, @RequestBody PutProduct request) {
        Product product = products.findById(sku).orElseGet(Product::new);
        product.sku = sku;
        product.unitPrice = request.unitPrice().amount();
        product.currency = request.unitPrice().currency();
        products.save(product);
    }
}
