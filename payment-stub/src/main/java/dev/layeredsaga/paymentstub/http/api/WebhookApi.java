package dev.layeredsaga.paymentstub.http.api;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.webhook.WebhookSettings;
import dev.layeredsaga.paymentstub.webhook.Webhooks;
import java.util.Map;

/** Sets, shows and clears the webhook settings. */
record WebhookApi(Webhooks webhooks) {

    ResponseDefinition set(Request request) {
        webhooks.set(Requests.body(request, WebhookSettings.class));
        return show();
    }

    ResponseDefinition show() {
        return Responses.ok(Map.of("webhooks", webhooks.status().stream().toList()));
    }

    ResponseDefinition clear() {
        webhooks.clear();
        return WireMock.noContent().build();
    }
}
