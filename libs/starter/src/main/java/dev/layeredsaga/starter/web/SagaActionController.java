package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.engine.ActionOutcome;
import dev.layeredsaga.engine.SagaOperators;
import dev.layeredsaga.engine.SagaOperators.BulkOutcome;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.engine.state.ActionRequest;
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SeenSaga;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Operators' actions over HTTP. Each is audited with the caller's name: without one it is refused. */
@RestController
@RequestMapping("/sagas")
record SagaActionController(SagaOperators operators) {

    @PostMapping("/{id}/retry")
    ResponseEntity<SagaView> retry(
            @Nullable Principal caller, @PathVariable UUID id, @RequestBody @Valid RetryBody body) {
        return act(id, body.revision(), body.toRequest(nameOf(caller)));
    }

    @PostMapping("/{id}/skip")
    ResponseEntity<SagaView> skip(
            @Nullable Principal caller, @PathVariable UUID id, @RequestBody @Valid ActionBody body) {
        return act(id, body.revision(), body.toRequest(SagaAction.SKIP, nameOf(caller)));
    }

    @PostMapping("/{id}/compensate")
    ResponseEntity<SagaView> compensate(
            @Nullable Principal caller, @PathVariable UUID id, @RequestBody @Valid ActionBody body) {
        return act(id, body.revision(), body.toRequest(SagaAction.COMPENSATE, nameOf(caller)));
    }

    @PostMapping("/{id}/pause")
    ResponseEntity<SagaView> pause(
            @Nullable Principal caller, @PathVariable UUID id, @RequestBody @Valid ActionBody body) {
        return act(id, body.revision(), body.toRequest(SagaAction.PAUSE, nameOf(caller)));
    }

    @PostMapping("/{id}/resume")
    ResponseEntity<SagaView> resume(
            @Nullable Principal caller, @PathVariable UUID id, @RequestBody @Valid ActionBody body) {
        return act(id, body.revision(), body.toRequest(SagaAction.RESUME, nameOf(caller)));
    }

    @PostMapping("/{id}/resolve")
    ResponseEntity<SagaView> resolve(
            @Nullable Principal caller, @PathVariable UUID id, @RequestBody @Valid ResolutionBody body) {
        return act(id, body.revision(), body.toRequest(nameOf(caller)));
    }

    @PostMapping("/actions")
    ResponseEntity<BulkActionView> actOnAll(@Nullable Principal caller, @RequestBody @Valid BulkActionBody body) {
        requireDeliberate(body);
        return ResponseEntity.accepted()
                .body(BulkActionView.of(operators.actOnAll(
                        body.filter().toSagaFilter(),
                        body.after(),
                        body.limitOrDefault(),
                        body.toRequest(nameOf(caller)))));
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

    /** Returns the name to audit; without one the request is refused. */
    static String nameOf(@Nullable Principal caller) {
        if (caller == null) {
            throw new ProblemException(CommonProblem.UNAUTHENTICATED);
        }
        return caller.getName();
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
        ProblemException problem = new ProblemException(SagaProblem.of(refused.why()));
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
