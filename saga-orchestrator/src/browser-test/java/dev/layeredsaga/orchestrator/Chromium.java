package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A real Chromium without a window: {@code /usr/bin/chromium}, or the one at {@code -Dbrowser.path}. Without either its tests are
 * skipped. For one thread, as Playwright is.
 */
final class Chromium implements AutoCloseable {

    private static final String NAMED = System.getProperty("browser.path", "");
    private static final Path EXECUTABLE = Path.of(NAMED.isEmpty() ? "/usr/bin/chromium" : NAMED);
    private static final double TIMEOUT_MILLIS = 20_000;

    /** Runs for root and without a display, and calls nothing but the console. */
    private static final List<String> ARGUMENTS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static Chromium launch() {
        if (!Files.isExecutable(EXECUTABLE)) {
            String missing =
                    "no browser at " + EXECUTABLE + ": install Chromium, or say with -Dbrowser.path= where it is";
            assumeThat(NAMED).as(missing).isNotEmpty();
            throw new IllegalStateException(missing);
        }
        PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MILLIS);
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(EXECUTABLE)
                        .setArgs(ARGUMENTS));
        return new Chromium(playwright, browser);
    }

    /** Opens a tab that has not signed in. */
    ConsoleTab tab() {
        return new ConsoleTab(browser.newContext(new Browser.NewContextOptions()
                .setTimezoneId("Asia/Seoul")
                .setPermissions(List.of("clipboard-read", "clipboard-write"))));
    }

    /** Opens a tab in which this user signs in with the issuer; tabs of other users have sessions of their own. */
    ConsoleTab tabOf(String user, String... roles) {
        ConsoleFixture.issuerKnows(user, roles);
        ConsoleTab tab = tab();
        tab.signIn();
        return tab;
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
