package dev.layeredsaga.orchestrator;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;

/** The console in a tab of Chromium. */
final class ConsoleTab implements AutoCloseable {

    private final BrowserContext session;
    private final Page page;
    private final List<String> messages = new ArrayList<>();

    ConsoleTab(BrowserContext session) {
        this.session = session;
        this.page = session.newPage();
        page.onConsoleMessage(message -> messages.add(message.type() + ": " + message.text()));
        page.onPageError(error -> messages.add("uncaught: " + error));
        page.onDialog(dialog -> {
            messages.add("dialog: " + dialog.message());
            dialog.dismiss();
        });
    }

    /** Signs in with the issuer, as the user whom it knows now. */
    void signIn() {
        open("/console");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Sign in with the test issuer"))
                .click();
        showsPath("/console");
    }

    /** Opens another tab of the same session. */
    ConsoleTab another() {
        return new ConsoleTab(session);
    }

    /** Opens a page and waits for the parts that it asks for by itself. */
    void open(String path) {
        page.navigate(url(path));
        assertThat(page.getByText("Asking the")).hasCount(0);
    }

    /** By this name the issuer is another site, whose visitors a browser treats as it does in production. */
    private static String url(String path) {
        return ConsoleFixture.url(path).replace("//127.0.0.1:", "//localhost:");
    }

    Page page() {
        return page;
    }

    /** The element with this id, now or later. */
    Locator id(String id) {
        return page.locator("id=" + id);
    }

    Locator reason() {
        return page.getByLabel("Reason, for the audit");
    }

    /** Fills in the form of actions, and sends it. */
    void act(String action, String reason) {
        page.getByLabel("Action").selectOption(action);
        reason().fill(reason);
        id("act-button").click();
    }

    void showsPath(String path) {
        assertThat(page).hasURL(url(path));
    }

    /** Waits until the page has replaced this part of itself. */
    void awaitRefreshOf(String id) {
        id(id).evaluate("element => element.setAttribute('data-seen', '')");
        assertThat(id(id)).not().hasAttribute("data-seen", "");
    }

    /** The messages of the browser so far: lines of its console, uncaught errors of scripts, dialogs. */
    List<String> messages() {
        return List.copyOf(messages);
    }

    /** Ends the session in the browser, with all its tabs. */
    @Override
    public void close() {
        session.close();
    }
}
