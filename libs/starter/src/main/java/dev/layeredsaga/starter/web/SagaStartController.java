package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.problem.UnreadableBody;
import dev.layeredsaga.engine.Sagas;
import dev.layeredsaga.engine.Sagas.Start;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.validation.Validator;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Starts sagas of the definitions that permit it. {@link StartsInOpenApi} describes it, as each has a body of its own. */
@Hidden
@RestController
record SagaStartController(SagaDefinitions definitions, Sagas sagas, JsonMapper json, Validator validator) {

    record StartedSaga(UUID sagaId, String definition) {}

    @PostMapping(path = "/sagas/{definition}", consumes = "application/json")
    ResponseEntity<StartedSaga> start(
            @Nullable Principal caller,
            @PathVariable String definition,
            @RequestHeader HttpHeaders headers,
            @RequestBody JsonNode body) {
        SagaDefinition<?> known = Optional.ofNullable(
                        definitions.startedOverHttp().get(definition))
                .orElseThrow(() -> new ProblemException(SagaProblem.DEFINITION_NOT_FOUND));
        String key = RequestKey.of(headers);
        UUID id = Sagas.idOf(definition, key, SagaActionController.nameOf(caller));
        return switch (start(known, id, body)) {
            case STARTED, REPEATED ->
                ResponseEntity.accepted().location(URI.create("/sagas/" + id)).body(new StartedSaga(id, definition));
            case CONFLICT -> throw new ProblemException(SagaProblem.IDEMPOTENCY_KEY_REUSED);
        };
    }

    private <D> Start start(SagaDefinition<D> definition, UUID id, JsonNode body) {
        return sagas.start(definition, id, ValidRecord.of(read(definition.dataType(), body), validator));
    }

    private <D> D read(Class<D> type, JsonNode body) {
        try {
            return Optional.ofNullable(json.treeToValue(body, type))
                    .orElseThrow(() -> new ProblemException(CommonProblem.MALFORMED_REQUEST));
        } catch (JacksonException e) {
            throw UnreadableBody.fieldProblem(e)
                    .map(problem -> ProblemException.invalid(List.of(problem)))
                    .orElseGet(() -> new ProblemException(CommonProblem.MALFORMED_REQUEST));
        }
    }
}
