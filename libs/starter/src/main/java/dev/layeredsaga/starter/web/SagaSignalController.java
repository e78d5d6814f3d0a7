package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.problem.FieldProblem;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.problem.UnreadableBody;
import dev.layeredsaga.engine.SagaSignals;
import dev.layeredsaga.engine.SignalOutcome;
import dev.layeredsaga.engine.definition.SagaDefinitions.UnknownDefinitionException;
import dev.layeredsaga.engine.state.GivenSignal;
import jakarta.validation.Validator;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Signals to sagas over HTTP: an approval, a webhook, a delivery. */
@RestController
record SagaSignalController(SagaSignals signals, JsonMapper json, Validator validator) {

    /** @param receivedAt when it came first */
    record SignalView(UUID sagaId, String signal, Instant receivedAt) {

        static SignalView of(GivenSignal given) {
            return new SignalView(given.sagaId(), given.name(), Objects.requireNonNull(given.receivedAt()));
        }
    }

    @PostMapping("/sagas/{id}/signals/{name}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    SignalView signal(
            @Nullable Principal caller,
            @PathVariable UUID id,
            @PathVariable String name,
            @RequestHeader HttpHeaders headers,
            @RequestBody Map<String, @Nullable Object> body) {
        // the keys of different callers are independent; a key has no space
        String key = SagaActionController.nameOf(caller) + " " + RequestKey.of(headers);
        return switch (signals.send(id, name, read(body, typeOf(id, name)), key)) {
            case SignalOutcome.Accepted accepted -> SignalView.of(accepted.signal());
            case SignalOutcome.Refused refused -> throw new ProblemException(SagaProblem.of(refused.why()));
        };
    }

    private Class<? extends Record> typeOf(UUID id, String name) {
        try {
            Class<? extends Record> type = signals.typesOf(id)
                    .orElseThrow(() -> new ProblemException(SagaProblem.SAGA_NOT_FOUND))
                    .get(name);
            if (type == null) {
                throw new ProblemException(SagaProblem.SIGNAL_NOT_FOUND);
            }
            return type;
        } catch (UnknownDefinitionException e) {
            throw new ProblemException(SagaProblem.UNKNOWN_DEFINITION);
        }
    }

    private Record read(Map<String, ? extends @Nullable Object> body, Class<? extends Record> type) {
        try {
            return ValidRecord.of(json.convertValue(body, type), validator);
        } catch (JacksonException e) {
            FieldProblem problem =
                    UnreadableBody.fieldProblem(e).orElse(new FieldProblem("body", "is no " + type.getSimpleName()));
            throw ProblemException.invalid(List.of(problem));
        }
    }
}
