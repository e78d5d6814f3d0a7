package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class WebhooksOverHttpTest {

    private static final String SECRET = "whsec_bGF5ZXJlZC1zYWdhLXRlc3Qtc2VjcmV0";

    @RegisterExtension
    static final RunningStub stub = new RunningStub();

    private final WebhookReceiver merchant = new WebhookReceiver();

    WebhooksOverHttpTest() throws IOException {}

    @AfterEach
    void clear() throws IOException {
        stub.send(stub.request("/webhooks").DELETE());
        merchant.close();
    }

    @Test
    void areNotSentAtFirst() throws IOException {
        assertThat(stub.get("/webhooks").body()).isEqualTo("{\"webhooks\":[]}");
    }

    @Test
    void areShownWithoutTheirSecret() throws IOException {
        set(Map.of("url", merchant.url(), "secret", SECRET, "delivery", "LATE", "seed", 42));

        assertThat(stub.get("/webhooks").body())
                .isEqualTo("{\"webhooks\":[{\"url\":\"" + merchant.url() + "\",\"signed\":true,\"delivery\":\"LATE\","
                        + "\"delayMillis\":3000,\"probability\":1.0,\"seed\":42,\"pending\":0,\"events\":{"
                        + "\"payment.captured\":{\"sent\":0,\"acknowledged\":0,\"failed\":0,\"lost\":0},"
                        + "\"payment.declined\":{\"sent\":0,\"acknowledged\":0,\"failed\":0,\"lost\":0},"
                        + "\"payment.refunded\":{\"sent\":0,\"acknowledged\":0,\"failed\":0,\"lost\":0}}}]}");
    }

    @Test
    void areSignedAsStandardWebhooksAre() throws Exception {
        set(Map.of("url", merchant.url(), "secret", SECRET, "delivery", "BEFORE_RESPONSE"));
        stub.capture("signed", "pm_ok");

        var event = merchant.received.getFirst();
        assertThatCode(() -> new Webhook(SECRET).verify(event.body(), event.headers()))
                .doesNotThrowAnyException();
        assertThat(event.header("Payment-stub")).isEqualTo("true");
    }

    @Test
    void showThePaymentAsAQueryDoes() throws IOException {
        set(Map.of("url", merchant.url(), "delivery", "BEFORE_RESPONSE"));
        stub.refund("r-notified", stub.capture("notified", "pm_ok"), null);

        var refunded = new JsonMapper().readTree(merchant.received.getLast().body());
        assertThat(refunded.path("type").asString()).isEqualTo("payment.refunded");
        assertThat(refunded.path("timestamp").asString()).endsWith("Z");
        assertThat(refunded.path("data"))
                .isEqualTo(stub.payments("pay-notified").json().path("payments").path(0));
        assertThat(refunded.path("data").path("refundedAmount").asLong()).isEqualTo(1990);
        assertThat(merchant.received.getLast().headers()).doesNotContainKey("Webhook-signature");
    }

    @Test
    void areSentWhenTheAnswerIsLost() throws IOException {
        set(Map.of("url", merchant.url(), "delivery", "BEFORE_RESPONSE"));

        assertThatThrownBy(stub.payAsync("lost", "lost", "pm_charged_response_lost")::join)
                .isInstanceOf(CompletionException.class);

        assertThat(merchant.received).hasSize(1);
    }

    @Test
    void areCountedAndRepeatedUntilTheyAreAcknowledged() throws IOException {
        merchant.first = 500;
        set(Map.of("url", merchant.url()));
        stub.capture("again", "pm_ok");

        await().untilAsserted(() -> assertThat(stub.get("/webhooks")
                        .json()
                        .at("/webhooks/0/events")
                        .path("payment.captured")
                        .toString())
                .isEqualTo("{\"sent\":2,\"acknowledged\":1,\"failed\":0,\"lost\":0}"));
        assertThat(merchant.received)
                .extracting(event -> event.header("Webhook-id"))
                .containsOnly(merchant.received.getFirst().header("Webhook-id"));
    }

    @Test
    void areNotSentAnyMoreOnceCleared() throws IOException {
        set(Map.of("url", merchant.url(), "delivery", "BEFORE_RESPONSE"));

        assertThat(stub.send(stub.request("/webhooks").DELETE()).status()).isEqualTo(204);
        stub.capture("cleared", "pm_ok");

        assertThat(merchant.received).isEmpty();
        assertThat(stub.get("/webhooks").json().path("webhooks")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "url,         '',                INVALID_WEBHOOK_URL",
        "url,         /hooks,            INVALID_WEBHOOK_URL",
        "url,         ftp://localhost/,  INVALID_WEBHOOK_URL",
        "url,         http:///hooks,     INVALID_WEBHOOK_URL",
        "url,         http://a b/,       INVALID_WEBHOOK_URL",
        "url,         http://a_b:8081/,  INVALID_WEBHOOK_URL",
        "secret,      bGF5ZXJlZC1zYWdhLXRlc3Qtc2VjcmV0, INVALID_WEBHOOK_SECRET",
        "secret,      whsec_,            INVALID_WEBHOOK_SECRET",
        "secret,      whsec_c2hvcnQ=,    INVALID_WEBHOOK_SECRET",
        "secret,      whsec_?,           INVALID_WEBHOOK_SECRET",
        "delivery,    by_pigeon,         UNKNOWN_DELIVERY",
        "delivery,    on_time,           UNKNOWN_DELIVERY",
    })
    void aTextThatMakesNoSenseIsNamed(String field, String value, String code) throws IOException {
        assertRefused(field, value, code);
    }

    @Test
    void aNumberThatMakesNoSenseIsNamed() throws IOException {
        assertRefused("delayMillis", -1, "INVALID_DELAY");
        assertRefused("probability", 1.1, "INVALID_PROBABILITY");
        assertRefused("probability", -0.1, "INVALID_PROBABILITY");
    }

    @Test
    void anAddressIsRequired() throws IOException {
        assertThat(set(Map.of("delivery", "LOST")).code()).isEqualTo("INVALID_WEBHOOK_URL");
    }

    @Test
    void everyAnswerSaysThatItIsAStubs() throws IOException {
        assertThat(stub.get("/").header("Payment-Stub")).isEqualTo("true");
        assertThat(stub.pay("marked", "marked", "pm_ok").header("Payment-Stub")).isEqualTo("true");
        assertThat(stub.get("/nowhere").header("Payment-Stub")).isEqualTo("true");
        assertThat(stub.pay("marked-no", "marked-no", "pm_declined_fraud").header("Payment-Stub"))
                .isEqualTo("true");
        assertThat(stub.pay("marked-503", "marked-503", "pm_unavailable_503").header("Payment-Stub"))
                .isEqualTo("true");
    }

    private void assertRefused(String field, Object value, String code) throws IOException {
        Map<String, Object> body = new HashMap<>(Map.of("url", merchant.url()));
        body.put(field, value);
        var reply = set(body);

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.text("field")).isEqualTo(field);
        assertThat(stub.get("/webhooks").json().path("webhooks")).isEmpty();
    }

    private static Reply set(Map<String, ?> webhooks) throws IOException {
        return stub.send(stub.request("/webhooks").PUT(BodyPublishers.ofString(RunningStub.json(webhooks))));
    }
}
