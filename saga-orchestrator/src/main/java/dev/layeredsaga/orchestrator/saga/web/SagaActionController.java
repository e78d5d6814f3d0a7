package dev.layeredsaga.orchestrator.saga.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.engine.ActionOutcome;
import dev.layeredsaga.engine.SagaOperators;
import dev.layeredsaga.engine.SagaOperators.BulkOutcome;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SeenSaga;
import dev.layeredsaga.orchestrator.web.ErrorCode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Operators' actions over HTTP. */
@RestController
@RequestMapping("/sagas")
record SagaActionController(SagaOperators operators) {

    @PostMapping("/{id}/retry")
    ResponseEntity<SagaView> retry(Caller caller, @PathVariable UUID id, @RequestBody @Valid RetryBody body) {
        return act(id, body.revision(), body.toRequest(caller.name()));
    }

    @PostMapping("/{id}/skip")
    ResponseEntity<SagaView> skip(Caller caller, @PathVariable UUID id, @RequestBody @Valid ActionBody body) {
        return act(id, body.revision(), body.toRequest(SagaAction.SKIP, caller.name()));
    }

    @PostMapping("/{id}/compensate")
    ResponseEntity<SagaView> compensate(Caller caller, @PathVariable UUID id, @RequestBody @Valid ActionBody body) {
        return act(id, body.revision(), body.toRequest(SagaAction.COMPENSATE, caller.name()));
    }

    @PostMapping("/{id}/resolve")
    ResponseEntity<SagaView> resolve(Caller caller, @PathVariable UUID id, @RequestBody @Valid ResolutionBody body) {
        return act(id, body.revision(), body.toRequest(caller.name()));
    }

    @PostMapping("/actions")
    ResponseEntity<BulkActionView> actOnAll(Caller caller, @RequestBody @Valid BulkActionBody body) {
        requireDeliberate(body);
        return ResponseEntity.accepted()
                .body(BulkActionView.of(operators.actOnAll(
                        body.filter().toSagaFilter(),
                        body.after(),
                        body.limitOrDefault(),
                        body.toRequest(caller.name()))));
    }

    /** Rejects a request without a filter, and one that skips compensations of sagas that are not stuck. */
    private static void requireDeliberate(BulkActionBody body) {
        if (body.filter().isEmpty()) {
            throw ProblemException.invalid("filter", "must have a status, a step or a definition");
        }
        if (body.skipsWhatIsNotStuck()) {
            throw ProblemException.invalid("filter.status", "must be STUCK to skip many at once");
        }
    }

    private ResponseEntity<SagaView> act(UUID id, long revision, ActionRequest request) {
        return switch (operators.act(new SeenSaga(id, revision), request)) {
            case ActionOutcome.Accepted accepted ->
                ResponseEntity.accepted()
                        .eTag(SagaController.tagOf(accepted.saga()))
                        .body(accepted.saga());
            case ActionOutcome.Refused refused -> throw problemOf(refused);
        };
    }

    /** With the saga's revision as it is now, so that the operator sees whether it has moved. */
    private static ProblemException problemOf(ActionOutcome.Refused refused) {
        ProblemException problem = new ProblemException(ErrorCode.of(refused.why()));
        SagaView saga = refused.saga();
        return saga == null
                ? problem
                : problem.with("sagaStatus", saga.status()).with("revision", saga.revision());
    }

    /** The outcome for each saga. */
    record BulkActionView(List<UUID> requested, List<Refused> refused) {

        record Refused(UUID sagaId, ActionRefusal code) {}

        static BulkActionView of(BulkOutcome outcome) {
            return new BulkActionView(
                    List.copyOf(outcome.requested()),
                    outcome.refused().entrySet().stream()
                            .map(refusal -> new Refused(refusal.getKey(), refusal.getValue()))
                            .toList());
        }
    }

    /**
     * As {@link ActionBody}, perhaps with another version of the definition.
     *
     * @param definitionVersion the version that the saga goes on with from here; its own if missing
     */
    record RetryBody(
            @NotNull Long revision,
            @NotBlank @Size(max = 500) @PlainText String reason,
            @Nullable @Min(1) Integer definitionVersion) {

        ActionRequest toRequest(String operator) {
            return new ActionRequest(SagaAction.RETRY, operator, reason, definitionVersion);
        }
    }
}
