package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.time.Instant;
import java.util.UUID;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;

/** An operator at the console's locks and claims, in a browser. */
class ConsoleLocksTest extends SignedInTest {

    private static final UUID CLAIM = UUID.fromString("01a1feca-7ee0-7687-8dad-330eeb12a177");
    private static final UUID WAITER = UUID.fromString("01a1feca-7ee1-7687-8dad-330eeb12a178");

    @Test
    void showsTheThreeLayersOfAnItemAndWhoWaits() {
        ConsolePeers.answer("/locks", 200, locks("[]"));

        kim.open("/console/locks");

        await().untilAsserted(() -> assertThat(kim.text("locks"))
                .contains("seat-1")
                .contains("held by this instance, thread 7")
                .contains("4200 ms of its lease left")
                .contains("mina since 18:00:00, until")
                .contains("min ") // counts down
                .contains("left)")
                .contains("Queue of 1")
                .contains("saga …eb12a178")
                .doesNotContain("should not be there"));
    }

    @Test
    void letsALockStandOutThatShouldNotBeThere() {
        ConsolePeers.answer("/locks", 200, locks("[\"RLOCK_WITHOUT_SECTION\", \"SEMANTIC_LOCK_OVERDUE\"]"));

        kim.open("/console/locks");

        await().untilAsserted(() -> assertThat(kim.text("locks"))
                .contains("no section is behind the RLock")
                .contains("its time has run out, and nothing has cleared it"));
    }

    @Test
    void saysThatRedisIsAwayAndSinceWhen() {
        ConsolePeers.answer(
                "/locks",
                200,
                "{\"rlocks\": \"DEGRADED\", \"degradedSince\": \"2026-11-21T09:00:00Z\", \"rlocksComplete\": false,"
                        + " \"rlocksWithoutItem\": [], \"items\": []}");

        kim.open("/console/locks");

        await().untilAsserted(() -> assertThat(kim.text("locks"))
                .contains("sections go on without RLocks")
                .contains("Since 2026-11-21 18:00:00.")
                .contains("Nothing is held and nothing waits."));
    }

    @Test
    void findsAClaimAndReleasesItByForceWithAReason() {
        ConsolePeers.answer("/claims", 200, "[" + claim("mina", "HELD", "[]") + "]");
        ConsolePeers.answer("/claims/" + CLAIM, 200, claim("mina", "HELD", "[]"));
        ConsolePeers.answer("/claims/" + CLAIM + "/forced-release", 200, claim("mina", "RELEASED", "[]"));
        kim.open("/console/claims?state=HELD&owner=mina&age=10m");
        await().untilAsserted(
                        () -> assertThat(kim.text("rows")).contains("mina").contains("1 × seat-1"));
        HtmlPage page = kim.click(kim.page().getElementById("claim-" + CLAIM));
        await().untilAsserted(() -> assertThat(kim.text("state")).contains("HELD"));

        ConsolePeers.answer(
                "/claims/" + CLAIM,
                200,
                claim(
                        "mina",
                        "RELEASED",
                        "[{\"action\": \"FORCED_RELEASE\", \"operator\": \"kim through console\","
                                + " \"reason\": \"she has left\", \"at\": \"2026-11-21T09:00:00Z\"}]"));
        ((HtmlInput) page.querySelector("#act input[name=reason]")).setValue("she has left");
        kim.click(page.getElementById("act-button"));

        await().untilAsserted(() -> assertThat(kim.text("outcome")).contains("The claim is RELEASED now."));
        await().untilAsserted(() ->
                assertThat(kim.text("state")).contains("FORCED_RELEASE by kim").contains("she has left"));
        LoggedRequest release =
                ConsolePeers.changes("/claims/" + CLAIM + "/forced-release").getLast();
        assertThat(release.getBodyAsString())
                .contains("\"reason\":\"she has left\"")
                .contains("\"onBehalfOf\":\"kim\"");
        assertThat(release.getHeader("Authorization")).isEqualTo("Bearer " + ConsolePeers.TOKEN);
    }

    @Test
    void releasesTheClaimOfARunningSagaOnlyWhenAskedTwice() {
        UUID saga = StuckOrder.waiting("mina").id();
        UUID id = UUID.randomUUID();
        String path = "/console/claims/" + id + "/release";
        ConsolePeers.answer("/claims/" + id, 200, claim(saga.toString(), "HELD", "[]"));
        ConsolePeers.answer("/claims/" + id + "/forced-release", 200, claim(saga.toString(), "RELEASED", "[]"));

        says(kim.http().post(path, "{\"reason\": \"stuck\"}"), 409, "The saga that has this claim has not ended");
        assertThat(ConsolePeers.changes("/claims/" + id + "/forced-release")).isEmpty();
        says(kim.http().post(path, "{\"reason\": \"stuck\", \"evenIfUnfinished\": \"true\"}"), 200, "RELEASED now");
        says(kim.http().post(path, "{\"reason\": \" \"}"), 400, "Say why");
    }

    @Test
    void saysInPlaceWhatTheInventoryRefuses() {
        UUID id = UUID.randomUUID();
        ConsolePeers.answer("/claims/" + id, 200, claim("mina", "CONFIRMED", "[]"));
        ConsolePeers.answer(
                "/claims/" + id + "/forced-release",
                409,
                "{\"status\": 409, \"detail\": \"The claim is confirmed and can no longer be released\"}");

        says(
                kim.http().post("/console/claims/" + id + "/release", "{\"reason\": \"-\"}"),
                409,
                "Not released: The claim is confirmed and can no longer be released (409).");
    }

    @Test
    void saysWhatIsWrongWithAnAddressAndKeepsIt() {
        says(kim.http().get("/console/claims?state=GONE&owner=mina"), 400, "'GONE' is no state");
        says(kim.http().get("/console/claims?age=old"), 400, "'old' is no age");
        says(kim.http().get("/console/claims?age=old"), 400, "value=\"old\"");
    }

    @Test
    void letsAViewerSeeAndNotAct() {
        ConsolePeers.answer("/claims/" + CLAIM, 200, claim("mina", "HELD", "[]"));
        try (ConsoleBrowser vera = ConsoleFixture.browserOf("vera", "viewer")) {
            vera.open("/console/claims/" + CLAIM);
            await().untilAsserted(() -> assertThat(vera.text("state")).contains("HELD"));
            assertThat(vera.page().getElementById("act")).isNull();
            assertThat(vera.http()
                            .post("/console/claims/" + CLAIM + "/release", "{\"reason\": \"-\"}")
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    private static String locks(String findings) {
        return """
                {"rlocks": "LISTED", "rlocksComplete": true, "rlocksWithoutItem": [], "items": [
                  {"sku": "seat-1", "policy": "EXCLUSIVE", "onHand": 1, "reserved": 1, "version": 12,
                   "rlock": {"holder": "this instance, thread 7", "leaseLeftMillis": 4200},
                   "semanticLock": {"owner": "mina", "claimId": "%1$s", "since": "2026-11-21T09:00:00Z", "until": "%2$s"},
                   "claims": [{"claimId": "%1$s", "owner": "mina", "quantity": 1, "since": "2026-11-21T09:00:00Z", "until": "%2$s"}],
                   "queueLength": 1,
                   "queue": [{"sagaId": "%3$s", "quantities": {"seat-1": 1}, "since": "2026-11-21T09:00:01Z", "until": "%2$s"}],
                   "findings": %4$s}]}""".formatted(CLAIM, Instant.now().plusSeconds(300), WAITER, findings);
    }

    private static String claim(String owner, String state, String actions) {
        return """
                {"claimId": "%s", "owner": "%s", "state": "%s", "lines": [{"sku": "seat-1", "quantity": 1, "fence": 1}],
                 "createdAt": "2026-11-21T09:00:00Z", "expiresAt": "2026-11-21T09:09:00Z", "waiting": [], "actions": %s}""".formatted(CLAIM, owner, state, actions);
    }
}
