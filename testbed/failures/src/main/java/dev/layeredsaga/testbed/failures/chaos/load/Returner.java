package dev.layeredsaga.testbed.failures.chaos.load;

import dev.layeredsaga.testbed.client.Http.Reply;
import dev.layeredsaga.testbed.failures.chaos.load.ShopRequest.Goods;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Returns what was ordered, each request with one key however often it is sent, and receives the goods. Thread-safe.
 *
 * @param sent the requests that have not been refused
 */
record Returner(Calls orders, Calls orchestrator, ClientLog clientLog, Queue<Sent> sent) {

    private static final int MOST_LOOKS = 30;

    record Sent(int number, String orderId, String key, Map<String, Object> body) {}

    /** Returns one piece, if that is wanted, and then all that is left, for which several may ask at once. */
    void run(int number, String orderId, String key, ShopRequest.Return wanted, String sku)
            throws InterruptedException {
        Map<String, Object> rest = Map.of("reason", "does not fit", "goods", asked(wanted.goods()));
        if (wanted.pieceFirst()) {
            Map<String, Object> piece = new HashMap<>(rest);
            piece.put("lines", Holder.lines(Map.of(sku, 1)));
            request(new Sent(number, orderId, key + "-piece", piece), wanted.goods());
        }
        together(IntStream.rangeClosed(0, wanted.rivals())
                .mapToObj(i -> new Sent(number + i, orderId, key + "-rest-" + i, rest))
                .map(one -> () -> request(one, wanted.goods())));
    }

    /** Repeats the requests that have not been refused: a database may have lost what was answered. */
    void repeat() throws InterruptedException {
        together(sent.stream().map(one -> () -> send(one)));
    }

    private static void together(Stream<Callable<Optional<Reply>>> calls) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var unused = threads.invokeAll(calls.toList());
        }
    }

    private static String asked(Goods goods) {
        return goods == Goods.NOT_SENT || goods == Goods.KEPT ? goods.name() : "AWAITED";
    }

    private Optional<Reply> request(Sent request, Goods goods) throws InterruptedException {
        Optional<Reply> reply = send(request);
        if (reply.isPresent() && Calls.inWords(reply.get()).equals("409 RETURN_EXCEEDS_ORDER")) {
            return reply;
        }
        sent.add(request);
        Optional<Reply> again = send(request);
        boolean arrive = goods == Goods.RECEIVED || goods == Goods.RECEIVED_BROKEN;
        if (arrive && again.isPresent() && again.get().status() == 202) {
            receive(request, again.get().body(), goods == Goods.RECEIVED_BROKEN);
        }
        return again;
    }

    private Optional<Reply> send(Sent request) throws InterruptedException {
        Optional<Reply> reply = orders.untilAnswered(
                request.number(),
                (http, url) -> http.post(
                        url,
                        "/orders/" + request.orderId() + "/returns",
                        request.body(),
                        Map.of("Idempotency-Key", request.key())));
        if (reply.isPresent() && reply.get().status() == 202) {
            clientLog.returned(
                    request.key(), reply.get().body().path("returnId").asString(""));
        } else {
            clientLog.turnedAway("return: " + reply.map(Calls::inWords).orElse("no answer"));
        }
        return reply;
    }

    /** Signals as soon as there is the saga, and once more. */
    private void receive(Sent request, JsonNode made, boolean broken) throws InterruptedException {
        Map<String, Integer> lost = broken ? Map.of(made.at("/lines/0/sku").asString(""), 1) : Map.of();
        Map<String, Object> signal = Map.of("writtenOff", Holder.lines(lost));
        String path = "/sagas/" + made.path("returnId").asString("") + "/signals/goods-received";
        Map<String, String> key = Map.of("Idempotency-Key", request.key());
        for (int i = 0, taken = 0; i < MOST_LOOKS && taken < 2; i++) {
            Thread.sleep(Customer.BETWEEN_LOOKS);
            Optional<Reply> reply =
                    orchestrator.untilAnswered(request.number() + i, (http, url) -> http.post(url, path, signal, key));
            if (reply.isPresent() && reply.get().status() != 404) {
                taken++;
            }
        }
    }
}
