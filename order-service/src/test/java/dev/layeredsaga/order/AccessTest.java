package dev.layeredsaga.order;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Authentication and authorization of the order API. */
class AccessTest {

    private static final LocalIssuer ISSUER = LocalIssuer.get();

    private final Api operator = OrderServiceInstance.shared().api();
    private final Api mina = operator.as(ISSUER.customer("mina"));
    private final Api juno = operator.as(ISSUER.customer("juno"));
    private final String minasOrder = Samples.order("mina", Samples.product(operator, 1990, "KRW"), 1);

    /** As identity providers make them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "auth0|64f0c0ffee0123456789abcd",
                "_aZk3JxQy0Vw7sT9uR2pLmN4bC6dE8fG1hI5jK0oPqs",
                "ann+shop@example.com",
                "https://id.example/people/7",
                "f:550e8400-e29b-41d4-a716-446655440000:jane",
                "\u00dcn\u00ef \ud83d\ude00"
            })
    void letsACustomerOrderWhateverTheSubject(String subject) {
        String customer = subject + Samples.unique("-").repeat(2);
        Api theirs = operator.as(ISSUER.customer(customer));
        Answer placed = theirs.order(minasOrder.replace("\"mina\"", "\"" + customer + "\""), Samples.unique("key"));

        assertThat(placed.status()).isEqualTo(202);
        assertThat(theirs.get(placed.location()).body().at("/customerId").asString())
                .isEqualTo(customer);
        assertThat(juno.get(placed.location()).status()).isEqualTo(404);
        String id = URLEncoder.encode(customer, UTF_8);
        assertThat(operator.get("/orders?customerId=" + id)
                        .body()
                        .path("orders")
                        .size())
                .isOne();
        assertThat(operator.send(operator.request("/customers?customerId=" + id).DELETE())
                        .code())
                .isEqualTo("CUSTOMER_HAS_OPEN_ORDERS");
    }

    @Test
    void namesCustomersByTheClaimThatIsSet() {
        try (OrderServiceInstance service = OrderServiceInstance.start(
                "--spring.security.oauth2.resourceserver.jwt.principal-claim-name=preferred_username")) {
            Api named = service.api().as(ISSUER.customerNamedBy("preferred_username", "mina"));

            assertThat(named.order(minasOrder, Samples.unique("key")).status()).isEqualTo(202);
            assertThat(service.api().as(ISSUER.customer("mina")).get("/orders").status())
                    .isEqualTo(401);
        }
    }

    static Stream<Arguments> badTokens() {
        Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
        String good = ISSUER.customer("mina");
        String[] parts = good.split("\\.", -1);
        String none = Base64.getUrlEncoder().withoutPadding().encodeToString("{\"alg\":\"none\"}".getBytes(UTF_8));
        String promoted = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(new String(Base64.getUrlDecoder().decode(parts[1]), UTF_8)
                        .replace("customer", "operator")
                        .getBytes(UTF_8));
        return Stream.of(
                Arguments.of("none at all", "nothing"),
                Arguments.of(
                        "expired",
                        ISSUER.token(
                                "mina",
                                "customer",
                                LocalIssuer.AUDIENCE,
                                Instant.now().minusSeconds(120))),
                Arguments.of("signed by a stranger", LocalIssuer.untrusted().customer("mina")),
                Arguments.of("for another audience", ISSUER.token("mina", "customer", "somebody-else", tomorrow)),
                Arguments.of("not signed (alg none)", none + "." + parts[1] + "."),
                Arguments.of("changed after it was signed", parts[0] + "." + promoted + "." + parts[2]),
                Arguments.of("spelled with padding", good + "=="),
                Arguments.of("spelled with a character that is none", good + "~"),
                Arguments.of(
                        "of a type that is no access token", ISSUER.typedToken("JOSE", "mina", "customer", tomorrow)),
                Arguments.of("without a subject", ISSUER.customerNamedBy("preferred_username", "mina")),
                Arguments.of("without an end", ISSUER.typedToken("JWT", "mina", "customer", null)),
                Arguments.of("cut off", good.substring(0, good.length() - 20)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badTokens")
    void refusesATokenThatIs(String kind, String token) {
        Answer answer = operator.as(token).get("/orders");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.code()).isEqualTo("UNAUTHENTICATED");
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer error=\"invalid_token\"");
        assertThat(answer.body().toString()).as("nothing of why").doesNotContain("xpired", "ignature", "aud");
    }

    /** The first two types are defined by RFC 9068, the third by RFC 7519. */
    @ParameterizedTest
    @ValueSource(strings = {"at+jwt", "application/at+jwt", "JWT"})
    void takesATokenOfType(String type) {
        String token = ISSUER.typedToken(type, "mina", "customer", Instant.now().plusSeconds(600));

        assertThat(operator.as(token).get("/orders").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/orders",
                "/products",
                "/products/x",
                "/actuator/metrics",
                "/actuator/info",
                "/nowhere",
                "/error"
            })
    void asksForAToken(String path) {
        Answer answer = operator.as("").get(path);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/health/liveness", "/actuator/health/readiness"})
    void answersEveryClientHowItIs(String path) {
        assertThat(operator.as("").get(path).status()).isEqualTo(200);
    }

    @Test
    void letsACustomerOrderAndCancelForThemselves() {
        Answer placed = mina.order(minasOrder, Samples.unique("key"));

        assertThat(placed.status()).isEqualTo(202);
        assertThat(mina.get(placed.location()).status()).isEqualTo(200);
        assertThat(mina.post(placed.location() + "/cancellation").status()).isEqualTo(202);
    }

    @Test
    void letsNoCustomerOrderInTheNameOfAnother() {
        Answer answer = juno.order(minasOrder, Samples.unique("key"));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("FORBIDDEN");
    }

    /** The response is the same as for an unknown order. */
    @Test
    void keepsTheOrdersOfOthersOutOfSight() {
        Answer placed = mina.order(minasOrder, Samples.unique("key"));
        String unknown = "/orders/" + UUID.randomUUID();

        assertThat(juno.get(placed.location()).body().path("code"))
                .isEqualTo(juno.get(unknown).body().path("code"));
        assertThat(juno.get(placed.location()).status()).isEqualTo(404);
        assertThat(juno.get(placed.location() + "/events").status()).isEqualTo(404);
        assertThat(juno.post(placed.location() + "/cancellation").code()).isEqualTo("ORDER_NOT_FOUND");
        assertThat(operator.get(placed.location()).body().path("status").asString())
                .isEqualTo("PENDING");
    }

    /** A caller cannot block another one's key by using it first. */
    @Test
    void keepsTheKeysOfCallersApart() {
        String key = Samples.unique("key");
        String junosOrder = minasOrder.replace("mina", "juno");

        UUID minas = mina.order(minasOrder, key).orderId();
        Answer junos = juno.order(junosOrder, key);

        assertThat(junos.status()).isEqualTo(202);
        assertThat(junos.orderId()).isNotEqualTo(minas);
        assertThat(mina.order(minasOrder, key).orderId()).isEqualTo(minas);
    }

    @Test
    void listsOnlyACustomersOwnOrders() {
        String customer = Samples.unique("customer");
        Api own = operator.as(ISSUER.customer(customer));
        String order = Samples.order(customer, Samples.product(operator, 1, "KRW"), 1);
        UUID placed = own.order(order, Samples.unique("key")).orderId();
        mina.order(minasOrder, Samples.unique("key"));

        assertThat(own.get("/orders").body().path("orders"))
                .hasSize(1)
                .allSatisfy(
                        shown -> assertThat(shown.path("orderId").asString()).isEqualTo(placed.toString()));
        assertThat(own.get("/orders?customerId=mina").status()).isEqualTo(403);
    }

    @Test
    void leavesPricesAndMetricsToOperators() {
        String path = "/products/" + Samples.unique("thing");

        assertThat(mina.put(path, Samples.product(1, "KRW")).status()).isEqualTo(403);
        assertThat(mina.send(mina.request(path).DELETE()).status()).isEqualTo(403);
        assertThat(mina.get("/actuator/metrics").status()).isEqualTo(403);
        assertThat(mina.get("/nowhere").status()).isEqualTo(403);
        assertThat(operator.put(path, Samples.product(1, "KRW")).status()).isEqualTo(201);
        assertThat(mina.get(path).status()).isEqualTo(200);
        assertThat(mina.get("/products").status()).isEqualTo(200);
    }

    @Test
    void isClosedToScopesItDoesNotKnow() {
        String token = ISSUER.token(
                "mina", "something", LocalIssuer.AUDIENCE, Instant.now().plusSeconds(600));

        assertThat(operator.as(token).get("/orders").status()).isEqualTo(403);
    }
}
