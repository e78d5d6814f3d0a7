package dev.layeredsaga.orchestrator;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A real Chromium without a window: {@code /usr/bin/chromium}, or the one at {@code -Dbrowser.path}. For one thread, as Playwright is. */
final class Chromium implements AutoCloseable {

    private static final Path EXECUTABLE = Path.of(System.getProperty("browser.path", "/usr/bin/chromium"));
    private static final double PATIENCE_MILLIS = 20_000;

    /** Runs for root and without a display, and calls nobody but the console. */
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
            throw new IllegalStateException(
                    "no browser at " + EXECUTABLE + ": install Chromium, or say with -Dbrowser.path= where it is");
        }
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(EXECUTABLE)
                        .setArgs(ARGUMENTS));
        return new Chromium(playwright, browser);
    }

    /** Opens a tab of somebody who has not signed in. */
    ConsoleTab tab() {
        return new ConsoleTab(browser.newContext());
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
