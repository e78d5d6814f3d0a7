package dev.layeredsaga.testbed.failures.chaos.load;

import dev.layeredsaga.testbed.client.Http.Reply;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** One customer who orders: with one key however often it is sent, to whichever instance answers. */
final class Customer {

    /** So many that none of them meets the limits of one customer. */
    private static final int CUSTOMERS = 5_000;

    private static final int HOLD_SECONDS = 15;
    private static final Duration BETWEEN_REPETITIONS = Duration.ofMillis(400);
    static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final int MOST_LOOKS = 30;

    private final int number;
    private final String key;
    private final Calls orders;
    private final Holder holder;
    private final Returner returner;

    Customer(int number, String run, Calls orders, Holder holder, Returner returner) {
        this.number = number;
        this.key = "%s-%d".formatted(run, number);
        this.orders = orders;
        this.holder = holder;
        this.returner = returner;
    }

    void order(ShopRequest.Order wanted) throws InterruptedException {
        Optional<JsonNode> hold = wanted.heldFirst() ? holder.hold(wanted.lines(), HOLD_SECONDS) : Optional.empty();
        Map<String, Object> request = request(wanted, hold);
        Optional<String> orderId = place(request, number);
        if (orderId.isEmpty()) {
            return;
        }
        for (int i = 1; i <= wanted.repetitions(); i++) {
            Thread.sleep(BETWEEN_REPETITIONS);
            place(request, number + i);
        }
        if (wanted.cancelAfter() != null) {
            Thread.sleep(wanted.cancelAfter());
            cancel(orderId.get());
        } else if ((hold.isPresent() || wanted.returned() != null) && awaitConfirmed(orderId.get())) {
            if (hold.isPresent()) {
                holder.tryOldToken(hold.get());
            }
            if (wanted.returned() != null) {
                String sku = wanted.lines().keySet().iterator().next();
                returner.run(number, orderId.get(), key, wanted.returned(), sku);
            }
        }
    }

    private Map<String, Object> request(ShopRequest.Order wanted, Optional<JsonNode> hold) {
        Map<String, Object> request = new HashMap<>();
        request.put("customerId", "customer-" + number % CUSTOMERS);
        request.put("lines", Holder.lines(wanted.lines()));
        request.put("paymentMethod", wanted.paymentMethod());
        request.put("onBusy", wanted.onBusy());
        hold.ifPresent(
                claim -> request.put("claim", Map.of("id", claim.path("claimId"), "token", claim.path("token"))));
        return request;
    }

    private Optional<String> place(Map<String, Object> request, int instance) throws InterruptedException {
        Optional<Reply> reply = orders.untilAnswered(
                instance, (http, url) -> http.post(url, "/orders", request, Map.of("Idempotency-Key", key)));
        if (reply.isEmpty() || reply.get().status() != 202) {
            holder.clientLog().turnedAway("order: " + reply.map(Calls::inWords).orElse("no answer"));
            return Optional.empty();
        }
        String orderId = reply.get().body().path("orderId").asString("");
        holder.clientLog().accepted(key, orderId);
        return Optional.of(orderId);
    }

    private void cancel(String orderId) throws InterruptedException {
        var unused = orders.untilAnswered(
                number, (http, url) -> http.post(url, "/orders/" + orderId + "/cancellation", Map.of(), Map.of()));
    }

    /** From then on the order's saga has the claim for sure. */
    private boolean awaitConfirmed(String orderId) throws InterruptedException {
        for (int i = 0; i < MOST_LOOKS; i++) {
            Thread.sleep(BETWEEN_LOOKS);
            String status = orders.once(number + i, (http, url) -> http.get(url, "/orders/" + orderId))
                    .map(reply -> reply.body().path("status").asString(""))
                    .orElse("PENDING");
            if (!status.equals("PENDING")) {
                return status.equals("CONFIRMED");
            }
        }
        return false;
    }
}
