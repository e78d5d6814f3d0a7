package dev.layeredsaga.testbed.bench.ordinary.order;

import dev.layeredsaga.testbed.bench.ordinary.Calls;
import dev.layeredsaga.testbed.bench.ordinary.order.Tables.*;
import dev.layeredsaga.testbed.bench.ordinary.order.Tables.PurchaseOrder.Status;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** The steps of an order. Each result is stored; a step that fails is repeated from there, and every call is idempotent. */
@Component
record OrderProcess(Orders orders, OrderService service, RestClient inventory, RestClient payments) {

    void drive(UUID orderId) {
        PurchaseOrder order = orders.findById(orderId).orElseThrow();
        while (!order.status.isFinal()) {
            order = service.advance(orderId, next(order));
        }
    }

    private Status next(PurchaseOrder order) {
        return switch (order.status) {
            case PLACED -> claim(order) ? Status.RESERVED : Status.REJECTED;
            case RESERVED -> pay(order) ? Status.PAID : Status.DECLINED;
            case PAID -> {
                inventory
                        .post()
                        .uri("/claims/{id}/confirmation", order.id)
                        .retrieve()
                        .toBodilessEntity();
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
        return request.retrieve().requiredBody(Calls.Result.class).accepted();
    }
}
