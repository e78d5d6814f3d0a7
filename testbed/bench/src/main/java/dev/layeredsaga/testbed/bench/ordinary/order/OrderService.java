package dev.layeredsaga.testbed.bench.ordinary.order;

import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import dev.layeredsaga.testbed.bench.ordinary.Calls;
import dev.layeredsaga.testbed.bench.ordinary.Calls.Line;
import dev.layeredsaga.testbed.bench.ordinary.order.Tables.*;
import dev.layeredsaga.testbed.bench.ordinary.order.Tables.PurchaseOrder.Status;
import java.time.Instant;
import java.util.*;
import java.util.stream.Collectors;
import org.springframework.stereotype.*;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.json.JsonMapper;

/** The transactions of orders; events leave through the outbox. */
@Service
record OrderService(Orders orders, Products products, Outbox outbox, TransactionTemplate transaction, JsonMapper json) {

    static final TaskDescriptor<Void> DRIVE = TaskDescriptor.of("drive-order");

    record PlaceOrder(String customerId, List<Line> lines, String paymentMethod) {}

    /** Returns the task that drives the order, due now. */
    static SchedulableInstance<Void> taskOf(UUID orderId) {
        return DRIVE.instance(orderId.toString()).scheduledTo(Instant.now());
    }

    PurchaseOrder place(String idempotencyKey, PlaceOrder request) {
        Map<String, Product> priced = products
                .findAllById(request.lines().stream().map(Line::sku).toList())
                .stream()
                .collect(Collectors.toMap(product -> product.sku, product -> product));
        long amount = request.lines().stream()
                .mapToLong(line -> priced.get(line.sku()).unitPrice * line.quantity())
                .sum();
        String currency = priced.values().iterator().next().currency;
        return transaction.execute(status -> {
            PurchaseOrder order = new PurchaseOrder();
            order.customerId = request.customerId();
            order.idempotencyKey = idempotencyKey;
            order.paymentMethod = request.paymentMethod();
            order.lines = request.lines();
            order.amount = amount;
            order.currency = currency;
            orders.save(order);
            publish(order, "OrderPlaced");
            return order;
        });
    }

    Optional<PurchaseOrder> find(String customerId, String idempotencyKey) {
        return orders.findByCustomerIdAndIdempotencyKey(customerId, idempotencyKey);
    }

    PurchaseOrder advance(UUID orderId, PurchaseOrder.Status next) {
        return transaction.execute(status -> {
            PurchaseOrder order = orders.findById(orderId).orElseThrow();
            order.status = next;
            if (next.isFinal()) {
                publish(order, next == PurchaseOrder.Status.CONFIRMED ? "OrderConfirmed" : "OrderRejected");
            }
            return order;
        });
    }

    private void publish(PurchaseOrder order, String type) {
        Map<String, Object> event =
                Map.of("orderId", order.id, "status", order.status, "amount", order.amount, "lines", order.lines);
        OutboxMessage message = new OutboxMessage();
        message.orderId = order.id;
        message.type = type;
        message.payload = json.writeValueAsString(event);
        outbox.save(message);
    }

    /** The steps of an order. Each result is stored; a step that fails is repeated from there, and every call is idempotent. */
    @Component
    record Steps(Orders orders, OrderService service, RestClient inventory, RestClient payments) {

        Status drive(UUID orderId) {
            PurchaseOrder order = orders.findById(orderId).orElseThrow();
            while (!order.status.isFinal()) {
                order = service.advance(orderId, next(order));
            }
            return order.status;
        }

        private Status next(PurchaseOrder order) {
            return switch (order.status) {
                case PLACED -> claim(order) ? Status.RESERVED : Status.REJECTED;
                case RESERVED -> pay(order) ? Status.PAID : Status.DECLINED;
                case PAID -> {
                    var confirmation = inventory.post().uri("/claims/{id}/confirmation", order.id);
                    confirmation.retrieve().toBodilessEntity();
                    yield Status.CONFIRMED;
                }
                case DECLINED -> {
                    inventory.delete().uri("/claims/{id}", order.id).retrieve().toBodilessEntity();
                    yield Status.REJECTED;
                }
                case CONFIRMED, REJECTED -> order.status;
            };
        }

        private boolean claim(PurchaseOrder order) {
            return accepted(inventory.put().uri("/claims/{id}", order.id).body(new Calls.Claim(order.lines)));
        }

        private boolean pay(PurchaseOrder order) {
            var payment = new Calls.Payment(order.amount, order.currency, order.paymentMethod);
            return accepted(payments.put().uri("/payments/{id}", order.id).body(payment));
        }

        private static boolean accepted(RestClient.RequestBodySpec request) {
            return request.retrieve().requiredBody(Boolean.class);
        }
    }
}
