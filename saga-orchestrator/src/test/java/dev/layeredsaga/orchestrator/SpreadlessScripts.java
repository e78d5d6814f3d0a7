package dev.layeredsaga.orchestrator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.WebResponseData;
import org.htmlunit.util.WebConnectionWrapper;

/** Writes htmx's three uses of the spread syntax, which HtmlUnit's JavaScript cannot read, in the older way. */
final class SpreadlessScripts extends WebConnectionWrapper {

    SpreadlessScripts(WebClient client) {
        super(client);
    }

    @Override
    public WebResponse getResponse(WebRequest request) throws IOException {
        WebResponse response = super.getResponse(request);
        if (!request.getUrl().getPath().endsWith("/htmx.min.js")) {
            return response;
        }
        String script = response.getContentAsString(UTF_8)
                .replaceAll("\\[\\.\\.\\.([\\w.]+)]", " Array.from($1)")
                .replaceAll("(\\w+)\\.push\\(\\.\\.\\.", "[].push.apply($1,");
        WebResponseData data = new WebResponseData(
                script.getBytes(UTF_8),
                response.getStatusCode(),
                response.getStatusMessage(),
                response.getResponseHeaders());
        return new WebResponse(data, request, response.getLoadTime());
    }
}
