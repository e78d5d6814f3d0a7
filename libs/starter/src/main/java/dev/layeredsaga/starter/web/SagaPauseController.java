package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.engine.SagaPauses;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.state.Pauses.Pause;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Pauses of definitions and of their steps over HTTP. */
@RestController
@RequestMapping("/sagas/pauses")
record SagaPauseController(SagaPauses pauses, SagaDefinitions definitions) {

    record PauseList(List<Pause> pauses) {}

    /** @param compensation true if the step's compensation is paused, too; false if missing */
    record PauseBody(
            @NotBlank @Size(max = 500) @PlainText String reason,
            @Nullable Boolean compensation) {}

    @GetMapping
    PauseList inForce() {
        return new PauseList(pauses.inForce());
    }

    @PutMapping("/{definition}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void pause(@Nullable Principal caller, @PathVariable String definition, @RequestBody @Valid PauseBody body) {
        pause(caller, definition, null, body);
    }

    @PutMapping("/{definition}/{step}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void pauseStep(
            @Nullable Principal caller,
            @PathVariable String definition,
            @PathVariable String step,
            @RequestBody @Valid PauseBody body) {
        pause(caller, definition, step, body);
    }

    @DeleteMapping("/{definition}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void resume(
            @Nullable Principal caller,
            @PathVariable String definition,
            @RequestParam @NotBlank @Size(max = 500) @PlainText String reason) {
        requireKnown(definition, null);
        pauses.resume(definition, null, SagaActionController.nameOf(caller), reason);
    }

    @DeleteMapping("/{definition}/{step}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void resumeStep(
            @Nullable Principal caller,
            @PathVariable String definition,
            @PathVariable String step,
            @RequestParam @NotBlank @Size(max = 500) @PlainText String reason) {
        requireKnown(definition, step);
        pauses.resume(definition, step, SagaActionController.nameOf(caller), reason);
    }

    private void pause(@Nullable Principal caller, String definition, @Nullable String step, PauseBody body) {
        requireKnown(definition, step);
        boolean compensation = Boolean.TRUE.equals(body.compensation());
        pauses.pause(definition, step, compensation, SagaActionController.nameOf(caller), body.reason());
    }

    private void requireKnown(String definition, @Nullable String step) {
        if (!definitions.have(definition, step)) {
            throw new ProblemException(SagaProblem.DEFINITION_NOT_FOUND);
        }
    }
}
