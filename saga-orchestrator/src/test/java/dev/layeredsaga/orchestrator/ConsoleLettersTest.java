package dev.layeredsaga.orchestrator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import java.util.UUID;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.junit.jupiter.api.Test;

/** An operator at the console's dead letters, in a browser. */
class ConsoleLettersTest extends SignedInTest {

    private final DeadLetters letters = new DeadLetters(ConsoleFixture.api());
    private final UUID key = UUID.randomUUID();

    @Test
    void findsALetterReadsItWithoutSecretsAndDiscardsItWithAReason() {
        String id = letter(1, "{\"card\": {\"token\": \"tok-4711\"}, \"note\": \"for room 7\"}");

        await().untilAsserted(() -> assertThat(kim.text("overview")).containsPattern("[0-9]+ dead letters? open"));
        kim.click(kim.page().getElementById("tile-dead-letters"));
        HtmlPage list = kim.open("/console/dead-letters?status=OPEN&key=" + key);
        assertThat(kim.text("rows")).contains(id).contains("a test").contains("test-group");
        HtmlPage letter = kim.click(list.getAnchorByText(id));
        assertThat(kim.text("state"))
                .contains("OPEN")
                .contains("for room 7")
                .contains("Came from")
                .contains("orders.events, partition 0, offset 1")
                .doesNotContain("tok-4711");

        act(letter, "DISCARD", "sold at the counter");

        await().untilAsserted(() -> assertThat(kim.text("outcome")).contains("DISCARD is done."));
        await().untilAsserted(() -> assertThat(kim.text("state"))
                .contains("DISCARDED")
                .contains("DISCARD by kim")
                .contains("sold at the counter"));
        assertThat(letters.find(id).body().path("letter").path("status").asString())
                .isEqualTo("DISCARDED");
    }

    @Test
    void saysInPlaceThatAnEarlierLetterIsOpenAndKeepsTheReason() {
        String earlier = letter(1, "{}");
        String later = letter(2, "{}");
        HtmlPage page = kim.open("/console/dead-letters/" + later);

        act(page, "RESEND", "the column is wider now");

        await().untilAsserted(() -> assertThat(kim.text("outcome"))
                .contains("An earlier dead letter with the same key is open")
                .contains(earlier));
        assertThat(((HtmlInput) page.querySelector("#act input[name=reason]")).getValue())
                .isEqualTo("the column is wider now");
        assertThat(status(later)).isEqualTo("OPEN");
    }

    @Test
    void doesWithAllOfAFilterWhatTheOperatorHasSeenAndNoMore() {
        letter(1, "{}");
        HtmlPage page = kim.open("/console/dead-letters?key=" + key);
        assertThat(page.getElementById("act-heading").asNormalizedText()).contains("all 1 open");
        String second = letter(2, "{}");

        act(page, "DISCARD", "a rehearsal");

        await().untilAsserted(() ->
                assertThat(kim.text("outcome")).contains("The filter means 2 open letters now; you were shown 1"));
        assertThat(status(second)).isEqualTo("OPEN");

        act(kim.open("/console/dead-letters?key=" + key), "DISCARD", "a rehearsal");

        await().untilAsserted(() -> assertThat(kim.text("outcome")).contains("2 letters done."));
        assertThat(status(second)).isEqualTo("DISCARDED");
        assertThat(letters.list("status=OPEN&key=" + key).path("deadLetters")).isEmpty();
    }

    @Test
    void actsOnNoLettersThatWereNotChosen() {
        String id = letter(1, "{}");
        String all = "{\"action\": \"DISCARD\", \"reason\": \"-\", \"expected\": \"1\"}";

        says(kim.http().post("/console/dead-letters/actions", all), 400, "Filter the letters");
        says(
                kim.http().post("/console/dead-letters/" + id + "/actions", "{\"reason\": \"-\"}"),
                400,
                "Choose an action");
        says(kim.http().post("/console/dead-letters/" + id + "/actions", "{\"action\": \"DISCARD\"}"), 400, "Say why");
        assertThat(status(id)).isEqualTo("OPEN");
    }

    @Test
    void letsAViewerSeeAndNotAct() {
        String id = letter(1, "{}");
        try (ConsoleBrowser vera = ConsoleFixture.browserOf("vera", "viewer")) {
            assertThat(vera.open("/console/dead-letters/" + id).getElementById("act"))
                    .isNull();
            assertThat(vera.open("/console/dead-letters?key=" + key).getElementById("act"))
                    .isNull();
            String form = "{\"action\": \"DISCARD\", \"reason\": \"-\"}";
            assertThat(vera.http()
                            .post("/console/dead-letters/" + id + "/actions", form)
                            .statusCode())
                    .isEqualTo(403);
        }
        assertThat(status(id)).isEqualTo("OPEN");
    }

    @Test
    void runsNothingThatIsInALetter() {
        String hostile = "</pre><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>";
        String id = letter(1, "{\"note\": \"" + hostile + "\"}");

        HtmlPage page = kim.open("/console/dead-letters/" + id);

        assertThat(kim.http().get("/console/dead-letters/" + id).body())
                .contains("&lt;script&gt;window.ran")
                .doesNotContain("<script>window")
                .doesNotContain("<img");
        assertThat(kim.text("state")).contains("window.ran = 1");
        assertThat(page.executeJavaScript("typeof window.ran").getJavaScriptResult())
                .isEqualTo("undefined");
    }

    @Test
    void saysWhatIsWrongWithAnAddressAndKeepsIt() {
        says(kim.http().get("/console/dead-letters?status=GONE&topic=orders.events"), 400, "'GONE' is no status");
        says(kim.http().get("/console/dead-letters?status=GONE&topic=orders.events"), 400, "value=\"orders.events\"");
        says(kim.http().get("/console/dead-letters?after=x"), 400, "'x' is no dead letter's id");
        says(kim.http().get("/console/dead-letters/orders.events.dlt/0/99999999"), 404, "There is no dead letter");
        says(kim.http().get("/console/dead-letters/a/b/c"), 404, "There is no dead letter with the id a/b/c");
    }

    private String letter(long offset, String message) {
        return letters.letter(Topics.ORDERS_EVENTS, key, 0, offset, message.getBytes(UTF_8))
                .path("letter")
                .path("id")
                .asString();
    }

    private String status(String id) {
        return letters.find(id).body().path("letter").path("status").asString();
    }

    private void act(HtmlPage page, String action, String reason) {
        HtmlSelect choice = page.querySelector("select[name=action]");
        choice.setSelectedAttribute(choice.getOptionByValue(action), true);
        HtmlInput why = page.querySelector("#act input[name=reason]");
        why.setValue(reason);
        kim.click(page.getElementById("act-button"));
    }
}
