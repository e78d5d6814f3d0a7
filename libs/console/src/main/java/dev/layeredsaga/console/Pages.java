package dev.layeredsaga.console;

import dev.layeredsaga.chassis.security.Caller;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.util.DigestUtils;

/** Renders the console's templates, which escape whatever they print. Thread-safe. */
public class Pages {

    private static final MediaType HTML = new MediaType("text", "html", StandardCharsets.UTF_8);

    private final TemplateEngine templates = TemplateEngine.createPrecompiled(ContentType.Html);
    private final List<ConsolePage> further;
    private final String searchHint;

    /** @param further the pages of the service's own */
    public Pages(ObjectProvider<ConsolePage> further, SagaContent sagas) {
        this.further = further.orderedStream().toList();
        searchHint = sagas.searchHint();
    }

    /** Returns the frame of a page for this caller. */
    public Shell shell(String title, Caller caller, CsrfToken csrf) {
        return new Shell(title, caller.name(), caller.isOperator(), csrf.getToken(), further, searchHint);
    }

    /** Returns the text of a template with its one parameter. */
    public String render(String template, Object model) {
        StringOutput output = new StringOutput();
        templates.render(template, model, output);
        return output.toString();
    }

    /** Writes a page that says one thing, in place of the one that was asked for. */
    public void write(HttpServletResponse response, HttpStatus status, Message message) throws IOException {
        response.setStatus(status.value());
        response.setContentType(HTML.toString());
        response.getWriter().write(render("console/message.jte", message));
    }

    /** Returns a page, which no cache keeps. */
    public ResponseEntity<String> page(HttpStatus status, String template, Object model) {
        return ResponseEntity.status(status).contentType(HTML).body(render(template, model));
    }

    /**
     * Returns what an action came to, in words. The page shows it in place; of a server's error it would only show that there was one, so
     * that becomes a conflict.
     *
     * @param event what the page's parts that show the changed thing listen to, so that they show it as it is now
     */
    public ResponseEntity<String> result(HttpStatus status, boolean accepted, String text, String event) {
        return ResponseEntity.status(status.is5xxServerError() ? HttpStatus.CONFLICT : status)
                .contentType(HTML)
                .header("HX-Trigger", event)
                .body(render("console/actionResult.jte", new ActionResult(accepted, text)));
    }

    /** Returns a part of a page that is asked for again and again: the browser keeps it and asks whether it has changed. */
    public ResponseEntity<String> fragment(String template, Object model) {
        String html = render(template, model);
        return ResponseEntity.ok()
                .contentType(HTML)
                .cacheControl(CacheControl.noCache().cachePrivate())
                .eTag(DigestUtils.md5DigestAsHex(html.getBytes(StandardCharsets.UTF_8)))
                .body(html);
    }
}
