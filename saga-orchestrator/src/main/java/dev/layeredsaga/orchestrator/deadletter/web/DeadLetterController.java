package dev.layeredsaga.orchestrator.deadletter.web;

import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.orchestrator.deadletter.LetterFilter;
import dev.layeredsaga.orchestrator.deadletter.LetterId;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators.LetterOutcome;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries.LetterDetail;
import dev.layeredsaga.orchestrator.deadletter.LetterQueries.LetterSummary;
import dev.layeredsaga.orchestrator.deadletter.LetterRefusal;
import dev.layeredsaga.orchestrator.deadletter.LetterRequest;
import dev.layeredsaga.orchestrator.deadletter.LetterRequest.LetterAction;
import dev.layeredsaga.orchestrator.deadletter.LetterStatus;
import dev.layeredsaga.orchestrator.web.ErrorCode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Dead letters, as operators see them and act on them. */
@RestController
@RequestMapping("/dead-letters")
record DeadLetterController(LetterQueries letters, LetterOperators operators) {

    /** @param next the value of {@code after} for the next page; absent on the last one */
    record DeadLetterList(
            List<LetterSummary> deadLetters, @Nullable String next) {

        static DeadLetterList of(Page<LetterSummary, String> page) {
            return new DeadLetterList(page.entries(), page.next());
        }
    }

    @GetMapping
    DeadLetterList list(
            @RequestParam @Nullable @Size(max = 200) @PlainText String topic,
            @RequestParam @Nullable @Size(max = 200) @PlainText String reason,
            @RequestParam @Nullable LetterStatus status,
            @RequestParam @Nullable @Size(max = 255) @PlainText String group,
            @RequestParam @Nullable @Size(max = 255) @PlainText String key,
            @RequestParam @Nullable Instant from,
            @RequestParam @Nullable Instant to,
            @RequestParam @Nullable @Pattern(regexp = LetterId.PATTERN) String after,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        LetterFilter filter = new LetterFilter(
                topic, reason, status, group, key, Times.inRange("from", from), Times.inRange("to", to));
        List<LetterSummary> found = letters.list(filter, known(after), limit + 1);
        return DeadLetterList.of(Page.of(found, limit, letter -> letter.id().toString()));
    }

    @GetMapping("/{topic}/{partition}/{offset}")
    LetterDetail letter(
            @PathVariable @Size(max = 200) @PlainText String topic,
            @PathVariable @Min(0) int partition,
            @PathVariable @Min(0) long offset) {
        return detail(new LetterId(topic, partition, offset));
    }

    @PostMapping("/{topic}/{partition}/{offset}/actions")
    LetterDetail act(
            Caller caller,
            @PathVariable @Size(max = 200) @PlainText String topic,
            @PathVariable @Min(0) int partition,
            @PathVariable @Min(0) long offset,
            @RequestBody @Valid LetterActionBody body) {
        LetterId id = new LetterId(topic, partition, offset);
        return switch (operators.act(id, body.toRequest(caller.name()))) {
            case LetterOutcome.Done done -> detail(id);
            case LetterOutcome.Refused refused -> throw problemOf(id, refused);
        };
    }

    @PostMapping("/actions")
    LetterActionsView actOnAll(Caller caller, @RequestBody @Valid LetterActionsBody body) {
        List<String> ids = body.ids();
        List<LetterId> chosen;
        int found;
        if (ids != null && body.filter() == null) {
            chosen = ids.stream()
                    .distinct()
                    .map(id -> LetterId.parse(id).orElseThrow())
                    .toList();
            found = chosen.size();
        } else if (ids == null && body.filter() != null && !body.filter().isEmpty()) {
            LetterFilter filter = body.filter().toLetterFilter();
            LetterId after = known(body.after());
            chosen = letters.open(filter, after, body.limitOrDefault());
            found = letters.countOpen(filter, after);
        } else {
            throw ProblemException.invalid("filter", "either ids, or a filter with at least one member");
        }
        return body.isDryRun()
                ? LetterActionsView.dryRun(found, chosen)
                : LetterActionsView.of(found, operators.actOnAll(chosen, body.toRequest(caller.name())));
    }

    private LetterDetail detail(LetterId id) {
        return letters.find(id).orElseThrow(() -> new ProblemException(ErrorCode.DEAD_LETTER_NOT_FOUND));
    }

    /** A cursor that is gone would end the list without a word. */
    private @Nullable LetterId known(@Nullable String after) {
        if (after == null) {
            return null;
        }
        LetterId id = LetterId.parse(after).orElseThrow();
        if (letters.find(id).isEmpty()) {
            throw ProblemException.invalid("after", "must be a dead letter that is there");
        }
        return id;
    }

    private ProblemException problemOf(LetterId id, LetterOutcome.Refused refused) {
        ProblemException problem = new ProblemException(ErrorCode.of(refused.why()));
        if (refused.overtaking() != null) {
            problem.with("overtaking", refused.overtaking());
        }
        if (refused.why() == LetterRefusal.DEAD_LETTER_NOT_OPEN) {
            letters.find(id)
                    .ifPresent(letter ->
                            problem.with("letterStatus", letter.letter().status()));
        }
        return problem;
    }

    /** An operator's request for one dead letter. */
    record LetterActionBody(
            @NotNull LetterAction action,
            @NotBlank @Size(max = 500) @PlainText String reason,
            @Nullable Boolean evenIfOvertaken) {

        LetterRequest toRequest(String operator) {
            return new LetterRequest(action, operator, reason, Boolean.TRUE.equals(evenIfOvertaken));
        }
    }
}
