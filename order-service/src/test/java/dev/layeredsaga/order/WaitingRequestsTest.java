package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Separate limits of event streams and waiting requests, in all and per customer. */
class WaitingRequestsTest {

    private final OrderServiceInstance service = OrderServiceInstance.start(
            "--order.waiting.per-customer=3", "--order.waiting.in-all=5", "--http.max-concurrent-requests=8");
    private final Api mallory = customer("mallory");
    private final Api mina = customer("mina");
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<HttpResponse<InputStream>> streams = new ArrayList<>();

    @AfterEach
    void stop() {
        client.shutdownNow();
        service.close();
    }

    @Test
    void leaveTheOthersAloneWhateverOneCustomerFollows() throws Exception {
        UUID order = place(mallory, "mallory").orderId();
        for (int i = 0; i < 3; i++) {
            assertThat(follow(mallory, order)).isEqualTo(200);
        }

        Answer fourth = mallory.get("/orders/" + order + "/events");

        assertThat(fourth.status()).isEqualTo(429);
        assertThat(fourth.code()).isEqualTo("TOO_MANY_STREAMS");
        assertThat(fourth.header("Retry-After")).isNotEmpty();
        Answer minas = place(mina, "mina");
        assertThat(minas.status()).isEqualTo(202);
        assertThat(mina.get(minas.location()).status()).isEqualTo(200);
        assertThat(follow(mina, minas.orderId())).isEqualTo(200);
    }

    @Test
    void leaveRoomForThoseThatDoNotWait() throws Exception {
        UUID mallorys = place(mallory, "mallory").orderId();
        UUID minas = place(mina, "mina").orderId();
        for (int i = 0; i < 3; i++) {
            follow(mallory, mallorys);
        }
        follow(mina, minas);
        follow(mina, minas);

        Answer noPlace = mina.get("/orders/" + minas + "/events");

        assertThat(noPlace.status()).isEqualTo(503);
        assertThat(noPlace.code()).isEqualTo("TOO_MANY_WAITING");
        Answer unwaited = mina.orderAndWait(
                Samples.order("mina", Samples.product(service.api(), 1990, "KRW"), 1), Samples.unique("key"), 30);
        assertThat(unwaited.status()).isEqualTo(202);
        assertThat(unwaited.header("Preference-Applied")).isEmpty();
    }

    @Test
    void giveTheirPlaceBackWhenTheClientGoes() throws Exception {
        UUID order = place(mallory, "mallory").orderId();
        for (int i = 0; i < 3; i++) {
            follow(mallory, order);
        }
        for (HttpResponse<InputStream> stream : streams) {
            stream.body().close();
        }
        new Orchestrator(service)
                .publish(order, 1, new OrderSagaEvent.OrderConfirmed(null, null, new Money(1990, "KRW")));
        UUID another = place(mallory, "mallory").orderId();

        await().until(() -> follow(mallory, another) == 200);
    }

    private int follow(Api api, UUID order) throws Exception {
        HttpResponse<InputStream> stream =
                client.send(api.request("/orders/" + order + "/events").GET().build(), BodyHandlers.ofInputStream());
        streams.add(stream);
        return stream.statusCode();
    }

    private Answer place(Api api, String customer) {
        return api.order(
                Samples.order(customer, Samples.product(service.api(), 1990, "KRW"), 1), Samples.unique("key"));
    }

    private Api customer(String name) {
        return service.api().as(LocalIssuer.get().customer(name));
    }
}
