package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.TimeZone;
import org.htmlunit.BrowserVersion;
import org.htmlunit.Page;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;

/** A browser at the console, with JavaScript. The page's scripts run in a thread of their own, and hold the page meanwhile. */
final class ConsoleBrowser implements AutoCloseable {

    private static final BrowserVersion IN_SEOUL = new BrowserVersion.BrowserVersionBuilder(BrowserVersion.getDefault())
            .setSystemTimezone(TimeZone.getTimeZone("Asia/Seoul"))
            .build();

    private final WebClient client = new WebClient(IN_SEOUL);

    ConsoleBrowser() {
        client.getOptions().setThrowExceptionOnFailingStatusCode(false);
        client.getOptions().setPrintContentOnFailingStatusCode(false);
        client.getOptions().setCssEnabled(false);
        new SpreadlessScripts(client);
    }

    /** Signs in with the issuer, as the user whom it knows now. */
    void signIn() {
        HtmlPage ways = open("/console");
        assertThat(ways.getUrl().getPath()).isEqualTo("/console/sign-in");
        click(ways.getAnchorByText("Sign in with the test issuer"));
        assertThat(page().getUrl().getPath()).isEqualTo("/console");
    }

    HtmlPage open(String path) {
        try {
            Page page = client.getPage(ConsoleFixture.url(path));
            return (HtmlPage) page;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    HtmlPage click(DomElement element) {
        try {
            Page page = element.click();
            return (HtmlPage) page;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The page that is shown now. */
    HtmlPage page() {
        return (HtmlPage) client.getCurrentWindow().getEnclosedPage();
    }

    /** The text of an element of the page that is shown now; empty if it is not there, or hidden. */
    String text(String id) {
        HtmlPage page = page();
        synchronized (page) {
            DomElement element = page.getElementById(id);
            return element == null || element.hasAttribute("hidden") ? "" : element.asNormalizedText();
        }
    }

    /** The same session, without a browser. */
    ConsoleHttp http() {
        return new ConsoleHttp(
                client.getCookieManager().getCookie("saga-console").getValue());
    }

    @Override
    public void close() {
        client.close();
    }
}
