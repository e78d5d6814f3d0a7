package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.LoadState;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every page of the console, as a real browser shows it. */
@Tag("browser")
class ChromiumPagesTest {

    private static final int NARROW = 360;

    private static Chromium chromium;
    private static ConsoleTab kim;

    @BeforeAll
    static void signIn() {
        chromium = Chromium.launch();
        kim = chromium.tabOf("kim", "operator");
    }

    @BeforeEach
    void takeAnOrdinaryScreen() {
        kim.page().setViewportSize(1280, 800);
        colours(ColorScheme.LIGHT);
    }

    @AfterAll
    static void quit() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void isAccessibleInLightColours(ConsolePage page) {
        page.openIn(kim);

        assertThat(Accessibility.violations(kim)).as(page.name()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void isAccessibleInDarkColours(ConsolePage page) {
        colours(ColorScheme.DARK);
        page.openIn(kim);

        assertThat(Accessibility.violations(kim)).as(page.name()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void fitsOnANarrowScreen(ConsolePage page) {
        kim.page().setViewportSize(NARROW, 740);
        page.openIn(kim);

        assertThat((int) kim.page().evaluate("document.documentElement.scrollWidth"))
                .as(page.name())
                .isLessThanOrEqualTo(NARROW);
    }

    @ParameterizedTest
    @EnumSource
    void cutsOffNoColumnOnAnOrdinaryScreen(ConsolePage page) {
        page.openIn(kim);

        assertThat((List<?>) kim.page().locator(".scroll:has(table)").evaluateAll("""
                        tables => tables.filter(table => table.scrollWidth > table.clientWidth)
                            .map(table => table.id + " " + table.scrollWidth)"""))
                .as(page.name())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void keepsItsContentSecurityPolicy(ConsolePage page) {
        page.openIn(kim);
        kim.page().waitForLoadState(LoadState.NETWORKIDLE);

        assertThat(kim.messages()).as(page.name()).noneMatch(message -> message.contains("Content Security Policy"));
    }

    /** By its id, the script finds what had the focus, or was scrolled, before a part of the page was replaced. */
    @ParameterizedTest
    @EnumSource
    void hasAnIdForEachStopOfTheKeyboardInWhatIsRefreshed(ConsolePage page) {
        page.openIn(kim);

        assertThat((List<?>) kim.page()
                        .locator("[hx-trigger*=every] :is(a, button, [tabindex])")
                        .evaluateAll("""
                        stops => stops.filter(stop => !stop.id).map(stop => stop.outerHTML.split("\\n")[0])"""))
                .as(page.name())
                .isEmpty();
    }

    private static void colours(ColorScheme scheme) {
        kim.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
    }
}
