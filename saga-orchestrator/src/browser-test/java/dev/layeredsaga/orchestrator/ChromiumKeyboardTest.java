package dev.layeredsaga.orchestrator;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator without a mouse. */
@Tag("browser")
class ChromiumKeyboardTest {

    private static final int MOST_STOPS = 40;

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
    void skipsToTheContentWithTheFirstKey() {
        kim.open("/console");
        assertThat(link("To the content")).not().isInViewport();

        press("Tab");

        assertThat(link("To the content")).isFocused();
        assertThat(link("To the content")).isInViewport();
        press("Enter");
        assertThat(kim.id("main")).isFocused();
    }

    @Test
    void reachesThePagesByTheNavigation() {
        kim.open("/console");

        tabTo(link("Dead letters").first());
        assertThat(kim.page().evaluate("getComputedStyle(document.activeElement).outlineStyle"))
                .isEqualTo("solid");
        press("Enter");

        kim.showsPath("/console/dead-letters");
    }

    @Test
    void sendsAnAction() {
        PlacedOrder order = StuckOrder.stuck("mina", "no answer from inventory in room 10");
        kim.open("/console/sagas/" + order.id());

        tabTo(kim.page().getByLabel("Action"));
        kim.page().keyboard().type("Retry");
        press("Tab");
        kim.page().keyboard().type("the inventory is back");
        press("Tab");
        assertThat(kim.id("act-button")).isFocused();
        press("Enter");

        assertThat(kim.id("outcome")).containsText("RETRY is requested");
        assertThat(kim.id("state")).containsText("the inventory is back");
        press("Shift+Tab");
        assertThat(kim.reason()).isFocused();
    }

    @Test
    void keepsItsPlaceWhenAListIsRefreshed() {
        String id = WrittenLetter.of("{}", "no place is lost");
        kim.open("/console/dead-letters?reason=no+place+is+lost");
        tabTo(link(id));

        kim.awaitRefreshOf("rows");

        assertThat(link(id)).isFocused();
    }

    @Test
    void keepsATableWhereItWasScrolledTo() {
        WrittenLetter.of("{}", "no place is lost");
        kim.page().setViewportSize(360, 740);
        kim.open("/console/dead-letters?reason=no+place+is+lost");
        Locator table = kim.page().getByLabel("Table of dead letters");
        tabTo(table);
        table.evaluate("table => { table.scrollLeft = 100; }");

        kim.awaitRefreshOf("rows");

        assertThat(table).isFocused();
        assertThat(table.evaluate("table => table.scrollLeft")).isEqualTo(100);
    }

    private Locator link(String name) {
        return kim.page().getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name));
    }

    private void press(String key) {
        kim.page().keyboard().press(key);
    }

    private void tabTo(Locator goal) {
        for (int stops = 0; stops < MOST_STOPS; stops++) {
            press("Tab");
            if ((boolean) goal.evaluate("element => element === document.activeElement")) {
                return;
            }
        }
        throw new AssertionError("the keyboard does not come to " + goal);
    }
}
