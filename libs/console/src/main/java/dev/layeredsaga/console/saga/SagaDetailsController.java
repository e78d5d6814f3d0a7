package dev.layeredsaga.console.saga;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.security.Redaction;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.engine.query.SagaDetails;
import dev.layeredsaga.engine.state.SagaStatus;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import tools.jackson.databind.JsonNode;

/** Parts of a saga's page besides its state: its events and, for operators, its data. */
@ConsoleController
class SagaDetailsController {

    private final Pages pages;
    private final SagaDetails details;
    private final String traceUrl;

    /** @param traceUrl where a trace is shown, with {@code {traceId}} in it; empty if nowhere */
    SagaDetailsController(Pages pages, SagaDetails details, @Value("${saga.console.trace-url:}") String traceUrl) {
        this.pages = pages;
        this.details = details;
        this.traceUrl = traceUrl;
    }

    @GetMapping("/console/sagas/{id}/events")
    ResponseEntity<String> events(@PathVariable UUID id) {
        Optional<SagaDetails.Data> data = details.data(id);
        String trace = data.map(SagaDetails.Data::traceId).orElse(null);
        return pages.fragment(
                "console/sagaEvents.jte", new SagaEvents(url(id, data), details.events(id), trace, traceHref(trace)));
    }

    private @Nullable String traceHref(@Nullable String trace) {
        return trace == null || traceUrl.isEmpty() ? null : traceUrl.replace("{traceId}", trace);
    }

    /** Returns where the events are asked for again; null once the saga has ended. */
    private static @Nullable String url(UUID id, Optional<SagaDetails.Data> data) {
        return data.map(SagaDetails.Data::status).filter(SagaStatus::isFinal).isPresent()
                ? null
                : "/console/sagas/" + id + "/events";
    }

    /** Shows the data without secrets; what is no JSON is not shown, as its content is unknown. */
    @GetMapping("/console/sagas/{id}/data")
    ResponseEntity<String> data(Caller caller, @PathVariable UUID id) {
        if (!caller.isOperator()) {
            return pages.page(HttpStatus.FORBIDDEN, "console/sagaData.jte", "Only operators see a saga's data.");
        }
        String text = details.data(id)
                .map(data -> Redaction.json(data.json().getBytes(StandardCharsets.UTF_8))
                        .map(JsonNode::toPrettyString)
                        .orElse("The data cannot be read."))
                .orElse("There is no such saga.");
        return pages.fragment("console/sagaData.jte", text);
    }
}
