package dev.layeredsaga.orchestrator;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.layeredsaga.console.SagaId;
import dev.layeredsaga.console.Wording;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operators at the console, in a real browser. */
@Tag("browser")
class ChromiumConsoleTest {

    private static final Route.FulfillOptions NOTHING_NEW = new Route.FulfillOptions().setStatus(204);

    private static Chromium chromium;

    private ConsoleTab kim;

    @BeforeAll
    static void launch() {
        chromium = Chromium.launch();
    }

    @BeforeEach
    void signIn() {
        kim = chromium.tabOf("kim", "operator");
    }

    @AfterEach
    void leave() {
        kim.close();
    }

    @AfterAll
    static void quit() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @Test
    void findsTheStuckSagaReadsWhyRetriesItAndSeesItEnd() {
        PlacedOrder order = StuckOrder.stuck("mina", "no answer from inventory in room 8");

        kim.id("overview")
                .getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions()
                                .setName(Pattern.compile("1 saga stuck for .*: no answer from inventory in room 8")))
                .click();
        kim.id("saga-" + order.id()).click();
        assertThat(kim.id("state"))
                .containsText(Pattern.compile("STUCK.*no answer from inventory in room 8.*mina", Pattern.DOTALL));

        kim.act("RETRY", "the inventory is back");
        assertThat(kim.id("outcome")).containsText("RETRY is requested");
        assertThat(kim.id("state")).containsText("RETRY by kim");
        assertThat(kim.id("state-heading")).containsText("COMPENSATING");

        order.reply("reserve", ClaimReleased::new);
        assertThat(kim.id("state-heading")).containsText("COMPENSATED");
        assertThat(kim.messages()).isEmpty();
    }

    @Test
    void findsAnOrderCopiesItsIdAndShowsTimesAsTheViewersClockHasThem() {
        String customer = "c-" + UUID.randomUUID();
        UUID id = StuckOrder.waiting(customer).id();

        Locator box = kim.page().getByRole(AriaRole.SEARCHBOX);
        box.fill(customer);
        box.press("Enter");
        kim.showsPath("/console/sagas/" + id);

        assertThat(kim.page().locator("h1")).hasText("Saga " + SagaId.brief(id.toString()));
        kim.id("copy-saga").focus();
        kim.page().keyboard().press("Enter");
        assertThat(kim.id("copied")).hasText("Copied " + id);
        assertThat(kim.page().evaluate("navigator.clipboard.readText()")).isEqualTo(id.toString());

        kim.awaitRefreshOf("state");
        Locator begun = kim.id("state").locator("dt:text-is('Begun') + dd time");
        Instant time = Instant.parse(begun.getAttribute("datetime"));
        assertThat(begun).hasAttribute("title", Wording.time(time));
        assertThat(begun)
                .hasText(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss")
                        .format(time.atZone(ZoneId.of("Asia/Seoul"))));
        assertThat(kim.id("zone")).hasText("Asia/Seoul");
        assertThat(kim.messages()).isEmpty();
    }

    @Test
    void runsNothingThatACustomerAParticipantOrAnOperatorHasWritten() {
        String hostile = "</title></svg></pre><script>window.ran = 1</script>\"><img src=x onerror='window.ran = 1'>"
                + "<a href='javascript:window.ran = 1' hx-get='/console' hx-trigger='load'>x</a>";
        PlacedOrder order = StuckOrder.stuck(hostile, hostile);
        String saga = "/console/sagas/" + order.id();
        String letter = "/console/dead-letters/"
                + WrittenLetter.of("{\"note\": \"" + hostile.replace("\"", "\\\"") + "\"}", hostile);

        for (String path :
                List.of("/console", "/console/sagas?status=STUCK", "/console/dead-letters?reason=ran", saga, letter)) {
            kim.open(path);
            assertThat(kim.id("main")).containsText("window.ran = 1");
            assertThat(kim.id("main").locator("script, img, [onerror], [href^=javascript]"))
                    .hasCount(0);
            assertThat(kim.page().evaluate("typeof window.ran")).as(path).isEqualTo("undefined");
        }
        kim.open(saga);
        kim.act("RETRY", hostile);
        assertThat(kim.id("outcome")).containsText("RETRY is requested");
        kim.awaitRefreshOf("state");

        assertThat(kim.page().evaluate("typeof window.ran")).isEqualTo("undefined");
        assertThat(kim.messages()).isEmpty();
    }

    @Test
    void refusesAnActionOnWhatAnotherOperatorHasChangedAndKeepsTheReason() {
        PlacedOrder order = StuckOrder.stuck("mina", "no answer from inventory in room 9");
        String saga = "/console/sagas/" + order.id();
        try (ConsoleTab lee = chromium.tabOf("lee", "operator")) {
            lee.page().route("**/state", request -> request.fulfill(NOTHING_NEW));
            lee.open(saga);
            kim.open(saga);
            kim.act("RETRY", "the inventory is back");
            assertThat(kim.id("state-heading")).containsText("COMPENSATING");

            lee.act("SKIP", "released by hand");

            assertThat(lee.id("outcome")).containsText("The saga has changed since you looked at it");
            assertThat(lee.reason()).hasValue("released by hand");
            assertThat(lee.page().getByText("SKIP by lee")).hasCount(0);
            assertThat(Accessibility.violations(lee)).isEmpty();

            lee.page().unroute("**/state");
            assertThat(lee.id("state")).containsText("RETRY by kim");
            assertThat(lee.reason()).hasValue("released by hand");
            assertThat(order.column("status")).isEqualTo("COMPENSATING");
        }
    }

    @Test
    void saysThatTheSessionHasEndedAndKeepsTheReasonBeingTyped() {
        PlacedOrder order = StuckOrder.waiting("mina");
        kim.open("/console/sagas/" + order.id());
        kim.page().getByLabel("Action").selectOption("RETRY");
        kim.reason().pressSequentially("once ");

        ConsoleTab other = kim.another();
        other.open("/console");
        other.id("sign-out").click();
        other.showsPath("/console/sign-in");
        kim.reason().pressSequentially("more");

        assertThat(kim.id("connection")).isVisible();
        assertThat(kim.id("connection")).containsText("Your session has ended");
        kim.id("act-button").click();
        assertThat(kim.id("act-button")).isEnabled();
        assertThat(kim.id("connection")).containsText("Your session has ended");
        assertThat(kim.reason()).hasValue("once more");
        assertThat(order.column("attempt")).isEqualTo("1");
        assertThat(Accessibility.violations(kim)).isEmpty();
    }
}
