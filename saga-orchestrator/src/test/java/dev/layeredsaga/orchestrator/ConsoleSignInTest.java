package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;

/** Access to the console, and the rights there. */
class ConsoleSignInTest {

    private final ConsoleHttp unauthenticated = ConsoleHttp.unauthenticated();

    /** All of it in one test, as there is one code. */
    @Test
    void acceptsTheCodeOfTheLinkOnceAndFromThisMachineOnly() {
        String link = ConsoleFixture.link();

        assertThat(unauthenticated
                        .follow(link, "X-Forwarded-For", "203.0.113.7")
                        .statusCode())
                .isEqualTo(403);
        assertThat(unauthenticated.follow(link + "x").statusCode()).isEqualTo(403);
        HttpResponse<String> first = unauthenticated.follow(link);
        HttpResponse<String> second = unauthenticated.follow(link);

        assertThat(first.statusCode()).isEqualTo(200);
        String cookie = first.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie)
                .startsWith("saga-console=")
                .contains("Path=/console")
                .contains("HttpOnly")
                .contains("SameSite=Strict");
        assertThat(first.body()).contains("url=/console").doesNotContain("code=");
        String session = cookie.substring("saga-console=".length(), cookie.indexOf(';'));
        assertThat(new ConsoleHttp(session).get("/console").body())
                .contains("Health")
                .contains("local-")
                .contains("operator");
        assertThat(second.statusCode()).isEqualTo(403);
        assertThat(second.body()).contains("This link has been used");
        assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void sendsPeopleWithoutASessionToTheSignInAndAnswersScripts() {
        HttpResponse<String> page = unauthenticated.get("/console/sagas");

        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(page.headers().firstValue("Location").orElse("")).endsWith("/console/sign-in");
        assertThat(unauthenticated
                        .get("/console/overview", "HX-Request", "true")
                        .statusCode())
                .isEqualTo(401);
        assertThat(unauthenticated.get("/console/sign-in").body()).contains("/console/oauth2/authorization/test");
    }

    @Test
    void isWhereABrowserIsLedFromTheServicesAddress() {
        HttpResponse<String> page = unauthenticated.get("/", "Accept", "text/html,*/*;q=0.8");

        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(page.headers().firstValue("Location")).hasValue("/console");
        assertThat(unauthenticated.get("/", "Accept", "application/json").body())
                .contains("NOT_FOUND");
    }

    @Test
    void keepsSessionsAndTokensApart() {
        try (ConsoleBrowser kim = ConsoleFixture.browserOf("kim", "operator")) {
            String token = LocalIssuer.get().operator("kim");

            assertThat(unauthenticated
                            .get("/console", "Authorization", "Bearer " + token)
                            .statusCode())
                    .isEqualTo(302);
            assertThat(kim.http().get("/sagas").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void letsAViewerSeeAndNotAct() {
        PlacedOrder order = StuckOrder.waiting("mina");
        try (ConsoleBrowser vera = ConsoleFixture.browserOf("vera", "viewer")) {
            HtmlPage page = vera.open("/console/sagas/" + order.id());

            assertThat(vera.text("state")).contains("RUNNING").contains("mina");
            assertThat(page.getElementById("act")).isNull();
            HttpResponse<String> act =
                    vera.http().post("/console/sagas/" + order.id() + "/actions", form(order.id(), "RETRY"));
            assertThat(act.statusCode()).isEqualTo(403);
            assertThat(actionsOn(order.id())).isZero();
        }
    }

    /** The token that the issuer gives out has the scope {@code operator}; the roles have to say so. */
    @Test
    void letsNoOtherIn() {
        try (ConsoleBrowser mina = ConsoleFixture.browserOf("mina", "customer")) {
            assertThat(mina.page().getWebResponse().getStatusCode()).isEqualTo(403);
            assertThat(mina.page().asNormalizedText()).contains("mina, who may not do this");
            assertThat(mina.http().get("/console/sagas").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void refusesRequestsOfOtherSites() {
        PlacedOrder order = StuckOrder.waiting("mina");
        try (ConsoleBrowser kim = ConsoleFixture.browserOf("kim", "operator")) {
            String path = "/console/sagas/" + order.id() + "/actions";
            String form = form(order.id(), "RETRY");

            assertThat(kim.http().postWithout(path, form).statusCode()).isEqualTo(403);
            assertThat(kim.http()
                            .postWithout(path, form, "X-CSRF-TOKEN", "guessed")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(actionsOn(order.id())).isZero();
            assertThat(kim.http().post(path, form).statusCode()).isEqualTo(202);
            assertThat(actionsOn(order.id())).isEqualTo(1);
        }
    }

    @Test
    void sendsAStrictContentSecurityPolicyWithEveryPage() {
        try (ConsoleBrowser kim = ConsoleFixture.browserOf("kim", "operator")) {
            List<HttpResponse<String>> pages = List.of(
                    kim.http().get("/console"),
                    kim.http().get("/console/sagas/rows?step=nowhere"),
                    kim.http().get("/console/sagas/" + UUID.randomUUID()),
                    unauthenticated.get("/console/sign-in"));

            assertThat(pages).allSatisfy(page -> {
                assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                        .contains("default-src 'none'")
                        .contains("script-src 'self'")
                        .contains("style-src 'self'")
                        .contains("frame-ancestors 'none'")
                        .doesNotContain("unsafe");
                assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
                assertThat(page.body())
                        .doesNotContain("<style")
                        .doesNotContain(" style=")
                        .doesNotContain("onclick");
            });
        }
    }

    @Test
    void endsTheSessionAtTheSignOut() {
        try (ConsoleBrowser kim = ConsoleFixture.browserOf("kim", "operator")) {
            ConsoleHttp session = kim.http();

            kim.click(kim.page().getElementById("sign-out"));

            await().untilAsserted(
                            () -> assertThat(kim.page().getUrl().getPath()).isEqualTo("/console/sign-in"));
            assertThat(session.get("/console").statusCode()).isEqualTo(302);
        }
    }

    @Test
    void isRefusedAtStartUpWithALinkInProduction() {
        assertThatThrownBy(() -> OrchestratorInstance.start(
                        "--spring.profiles.active=production", "--saga.console.local-sign-in=true"))
                .hasStackTraceContaining("saga.console.local-sign-in is for local use");
    }

    private static String form(UUID id, String action) {
        long revision = new Operator(ConsoleFixture.api()).revision(id);
        return "{\"action\": \"%s\", \"reason\": \"a test\", \"revision\": \"%d\"}".formatted(action, revision);
    }

    private static int actionsOn(UUID id) {
        return new Operator(ConsoleFixture.api()).saga(id).path("actions").size();
    }
}
