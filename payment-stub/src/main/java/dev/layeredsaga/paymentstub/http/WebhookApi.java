package dev.layeredsaga.paymentstub.http;

import static com.github.tomakehurst.wiremock.client.WireMock.delete;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.put;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.webhook.Webhooks;
import java.util.List;

/** Sets, shows and clears the webhook settings. */
final class WebhookApi implements Api {

    private static final String PATH = "/webhooks";

    private final Webhooks webhooks;

    WebhookApi(Webhooks webhooks) {
        this.webhooks = webhooks;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route("set-webhooks", put(urlPathEqualTo(PATH)), this::set),
                new Route("show-webhooks", get(urlPathEqualTo(PATH)), request -> show()),
                new Route("clear-webhooks", delete(urlPathEqualTo(PATH)), request -> clear()));
    }

    private ResponseDefinition set(Request request) {
        webhooks.set(Requests.body(request, WebhookBody.class).settings());
        return show();
    }

    private ResponseDefinition show() {
        return Responses.ok(
                new WebhooksView(webhooks.status().map(WebhookView::of).stream().toList()));
    }

    private ResponseDefinition clear() {
        webhooks.clear();
        return WireMock.noContent().build();
    }

    private record WebhooksView(List<WebhookView> webhooks) {}
}
