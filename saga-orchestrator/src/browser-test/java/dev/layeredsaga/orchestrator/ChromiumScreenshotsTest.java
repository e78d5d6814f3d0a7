package dev.layeredsaga.orchestrator;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Takes the documentation's pictures of the console, into the folder that {@code -Dscreenshots} names. */
@EnabledIfSystemProperty(named = "screenshots", matches = ".+")
@Tag("browser")
class ChromiumScreenshotsTest {

    private final Path folder = Path.of(System.getProperty("screenshots", ""));

    @Test
    void takesAPictureOfEachPage() {
        PlacedOrder stuck = aDayAtTheShop();
        InventoryAnswers.give(stuck.id(), "jiho");
        String letter = WrittenLetter.of("""
                {"orderId": "01977f3c-52be-7c1a-9b5e-3f0a4d8e6b11", "customerId": "jiho", "onBusy": "LATER",
                 "lines": [{"sku": "seat-31", "quantity": 1}], "total": {"amount": 1990, "currency": "KRW"}}""", "unknown value LATER of onBusy: expected one of REJECT, RETRY, QUEUE");

        try (Chromium chromium = Chromium.launch();
                ConsoleTab kim = chromium.tabOf("kim", "operator")) {
            kim.page().setViewportSize(1280, 800);
            kim.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
            assertThat(kim.id("overview")).containsText("refund owed");
            assertThat(kim.id("tile-locks")).containsText("healthy");

            take(kim, "overview", "/console");
            take(kim, "sagas", "/console/sagas");
            take(kim, "saga", "/console/sagas/" + stuck.id());
            take(kim, "letter", "/console/dead-letters/" + letter);
            take(kim, "locks", "/console/locks");
            take(kim, "claims", "/console/claims");
            take(kim, "demo", "/console/demo");
        }
    }

    private void take(ConsoleTab tab, String name, String path) {
        tab.open(path);
        tab.page().screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + ".png")));
    }

    /** Orders of every status; returns the one that has most to show. */
    private static PlacedOrder aDayAtTheShop() {
        ShopOrder.completed("hana", "seat-11");
        ShopOrder.completed("junho", "seat-12");
        ShopOrder.declined("sora", "seat-13");
        PlacedOrder stuck = ShopOrder.stuckOnItsRefund("mina", "seat-14");
        ShopOrder.completed("yuna", "seat-15");
        ShopOrder.tookItsTime(StuckOrder.stuck("taeo", "no answer from inventory"));
        ShopOrder.tookItsTime(StuckOrder.stuck("dahee", "no answer from inventory"));
        StuckOrder.waiting("woojin");
        ShopOrder.owedARefund("seojun", "seat-18");
        return stuck;
    }
}
