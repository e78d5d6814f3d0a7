package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.order.Api.Answer;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code GET /orders/{id}/events}: server-sent events until the order ends. */
class EventStreamTest {

    /** Timeout for thousands of connections, which take minutes on a small, shared machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private static final Money PRICE = new Money(1990, "KRW");
    private static final SagaEvent STARTED = new OrderSagaEvent.SagaStarted(
            "order", 1, "mina", List.of(new OrderSagaEvent.OrderLine("thing", 1, PRICE)), PRICE);
    private static final SagaEvent CAPTURED = new OrderSagaEvent.PaymentCaptured("payment-1", PRICE);
    private static final SagaEvent CONFIRMED = new OrderSagaEvent.OrderConfirmed(null, null, PRICE);

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();
    private final Orchestrator orchestrator = new Orchestrator(service);
    private final UUID order = Samples.placedOrder(api);

    @Test
    void sendsEachEventAsItComesAndEndsWithTheLast() throws Exception {
        Stream stream = listen(api, order, null);
        orchestrator.publish(order, 1, STARTED);
        await().until(() -> stream.ids().equals(List.of("1")));
        orchestrator.publish(order, 2, CAPTURED);
        orchestrator.publish(order, 3, CONFIRMED);

        HttpResponse<?> response = stream.end.get();

        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        assertThat(stream.ids()).containsExactly("1", "2", "3");
        assertThat(stream.lines).contains("event: SagaStarted", "event: PaymentCaptured", "event: OrderConfirmed");
        assertThat(stream.lines)
                .anySatisfy(line -> assertThat(line)
                        .startsWith("data: {\"sagaId\":\"" + order + "\",\"sequence\":2,\"occurredAt\":\"")
                        .endsWith(",\"paymentId\":\"payment-1\",\"amount\":{\"amount\":1990,\"currency\":\"KRW\"}}"));
    }

    /** Answered while the order goes on, so that nothing is begun. */
    @Test
    void isNotBegunByHead() {
        Answer head = api.send(api.request("/orders/" + order + "/events").method("HEAD", BodyPublishers.noBody()));

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    }

    /** The first is as the version before stored it; the second has a field of a newer orchestrator. */
    @Test
    void sendsStoredEventsInTheirPublicForm() throws Exception {
        store(1, "SagaStuck", "", """
                {"sagaId":"%s","sequence":1,"occurredAt":"2026-11-01T08:00:00Z","step":"pay","reason":"unknown"}""".formatted(order));
        store(2, "SagaStuck", "2026-11-01T08:00:01.5Z", """
                { "reason": "unknown", "step": "pay", "shard": 7 }""");
        orchestrator.publish(order, 3, CONFIRMED);
        Stream stream = listen(api, order, null);

        stream.end.get();

        assertThat(stream.lines)
                .contains("data: {\"sagaId\":\"%s\",\"sequence\":1,\"occurredAt\":\"2026-11-01T08:00:00Z\","
                                .formatted(order)
                        + "\"step\":\"pay\",\"reason\":\"unknown\"}")
                .contains("data: {\"sagaId\":\"%s\",\"sequence\":2,\"occurredAt\":\"2026-11-01T08:00:01.500Z\","
                                .formatted(order)
                        + "\"step\":\"pay\",\"reason\":\"unknown\"}");
    }

    private void store(long sequence, String type, String occurredAt, String data) {
        service.database()
                .sql(
                        "INSERT INTO order_event (order_id, sequence, type, occurred_at, data) VALUES (?, ?, ?, nullif(?, '')::timestamptz, ?)")
                .params(order, sequence, type, occurredAt, data)
                .update();
    }

    @Test
    void goesOnAfterTheLastEventThatAClientHasSeen() throws Exception {
        orchestrator.publish(order, 1, STARTED);
        orchestrator.publish(order, 2, CAPTURED);
        orchestrator.publish(order, 3, CONFIRMED);
        Stream all = listen(api, order, null);
        all.end.get();

        Stream rest = listen(api, order, "1");
        rest.end.get();

        assertThat(all.ids()).containsExactly("1", "2", "3");
        assertThat(rest.ids()).containsExactly("2", "3");
    }

    /** The third event, which ends the order, overtakes the second one. */
    @Test
    void waitsForAnEventThatComesLate() throws Exception {
        Stream stream = listen(api, order, null);
        orchestrator.publish(order, 1, STARTED);
        orchestrator.publish(order, 3, CONFIRMED);
        await().until(() -> "CONFIRMED"
                .equals(api.get("/orders/" + order).body().path("status").asString()));
        Stream rest = listen(api, order, "1");
        await().until(() -> rest.lines.stream().anyMatch(line -> line.startsWith(":")));
        assertThat(stream.ids()).containsExactly("1");

        orchestrator.publish(order, 2, CAPTURED);

        stream.end.get();
        rest.end.get();
        assertThat(stream.ids()).containsExactly("1", "2", "3");
        assertThat(rest.ids()).containsExactly("2", "3");
    }

    @Test
    void sendsWhatIsThereIfAMissingEventHasNotComeInTime() throws Exception {
        orchestrator.publish(order, 1, STARTED);
        orchestrator.publish(order, 3, CONFIRMED);
        try (OrderServiceInstance impatient =
                OrderServiceInstance.start("--order.streams.gap-timeout=1s", "--order.streams.heartbeat=200ms")) {
            Stream stream = listen(impatient.api(), order, null);

            stream.end.get();

            assertThat(stream.ids()).containsExactly("1", "3");
        }
    }

    /** A browser stops reconnecting on 204. */
    @Test
    void saysThatNothingWillComeAfterTheEnd() throws Exception {
        orchestrator.publish(order, 1, CONFIRMED);
        listen(api, order, null).end.get();

        assertThat(listen(api, order, "1").end.get().statusCode()).isEqualTo(204);
    }

    @Test
    void sendsWhatAnotherInstanceHasReceived() throws Exception {
        sendsOnTwoInstances(await());
    }

    /** Without a notification it would take up to ten seconds. */
    @Tag("timing")
    @Test
    void isNotifiedOfWhatAnotherInstanceHasReceived() throws Exception {
        sendsOnTwoInstances(await().atMost(Duration.ofSeconds(7)));
    }

    private void sendsOnTwoInstances(ConditionFactory await) throws Exception {
        try (OrderServiceInstance other = OrderServiceInstance.start()) {
            Stream here = listen(api, order, null);
            Stream there = listen(other.api(), order, null);
            orchestrator.publish(order, 1, STARTED);
            await.until(() -> here.ids().size() == 1 && there.ids().size() == 1);
            orchestrator.publish(order, 2, CONFIRMED);
            await.until(() -> here.end.isDone() && there.end.isDone());

            assertThat(here.ids()).isEqualTo(there.ids()).containsExactly("1", "2");
        }
    }

    @Test
    void showsThatItIsAliveWhileNothingHappens() throws Exception {
        try (OrderServiceInstance impatient = OrderServiceInstance.start("--order.streams.heartbeat=200ms")) {
            Stream stream = listen(impatient.api(), order, null);

            await().until(() ->
                    stream.lines.stream().filter(line -> line.startsWith(":")).count() >= 3);
            assertThat(stream.end).isNotDone();
        }
    }

    @Test
    void endsWhenTheServiceStopsSoThatClientsGoToAnother() throws Exception {
        Stream stream;
        try (OrderServiceInstance other = OrderServiceInstance.start()) {
            stream = listen(other.api(), order, null);
            await().until(() -> !stream.lines.isEmpty());
        }

        stream.end.get();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "one", "99999999999999999999"})
    void refusesALastEventIdThatIsNone(String lastEventId) throws Exception {
        Stream stream = listen(api, order, lastEventId);

        assertThat(stream.end.get().statusCode()).isEqualTo(400);
        assertThat(String.join("", stream.lines)).contains("VALIDATION_FAILED", "Last-Event-ID");
    }

    @Test
    void knowsNoOrderThatWasNeverPlaced() throws Exception {
        Stream stream = listen(api, UUID.randomUUID(), null);

        assertThat(stream.end.get().statusCode()).isEqualTo(404);
        assertThat(String.join("", stream.lines)).contains("ORDER_NOT_FOUND");
    }

    /** Opens many more streams than there are platform threads or database connections; a slow machine takes a while for each hundred. */
    @Tag("load")
    @Test
    void carriesTwoThousandAtOnce() {
        int before = ManagementFactory.getThreadMXBean().getThreadCount();
        List<Stream> streams = new ArrayList<>();
        while (streams.size() < 2_000) {
            List<Stream> opened = IntStream.range(0, 100)
                    .mapToObj(number -> listen(api, order, null))
                    .toList();
            await().atMost(TIMEOUT).until(() -> opened.stream().noneMatch(stream -> stream.lines.isEmpty()));
            streams.addAll(opened);
        }
        int during = ManagementFactory.getThreadMXBean().getThreadCount();
        orchestrator.publish(order, 1, CONFIRMED);
        await().atMost(TIMEOUT).until(() -> streams.stream().allMatch(stream -> stream.end.isDone()));

        assertThat(streams).allSatisfy(stream -> assertThat(stream.ids()).containsExactly("1"));
        assertThat(during - before).as("platform threads").isLessThan(50);
        System.out.printf("2,000 streams: %d more platform threads%n", during - before);
    }

    /** The lines received so far, and the end of the stream. */
    private record Stream(List<String> lines, CompletableFuture<HttpResponse<Void>> end) {

        List<String> ids() {
            return lines.stream()
                    .filter(line -> line.startsWith("id: "))
                    .map(line -> line.substring(4))
                    .toList();
        }
    }

    private static Stream listen(Api api, UUID order, @Nullable String lastEventId) {
        HttpRequest.Builder request =
                api.request("/orders/" + order + "/events").header("Accept", "text/event-stream");
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        List<String> lines = new CopyOnWriteArrayList<>();
        return new Stream(lines, CLIENT.sendAsync(request.build(), BodyHandlers.fromLineSubscriber(new Lines(lines))));
    }

    /** Collects lines as they arrive. */
    private record Lines(List<String> lines) implements Flow.Subscriber<String> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            lines.add(line);
        }

        @Override
        public void onError(Throwable failure) {
            lines.add("broken: " + failure);
        }

        @Override
        public void onComplete() {}
    }
}
