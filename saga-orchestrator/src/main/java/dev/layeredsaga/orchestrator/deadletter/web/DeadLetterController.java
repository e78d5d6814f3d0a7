package dev.layeredsaga.orchestrator.deadletter.web;

import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.orchestrator.deadletter.DeadLetterFilter;
import dev.layeredsaga.orchestrator.deadletter.LetterId;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators.BulkOutcome;
import dev.layeredsaga.orchestrator.deadletter.LetterOperators.RefusedLetter;
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
import java.util.Optional;
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

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

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
        DeadLetterFilter filter = inRange("", new DeadLetterFilter(topic, reason, group, key, from, to));
        List<LetterSummary> found = letters.list(filter, status, known(after), limit + 1);
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
        Optional<RefusedLetter> refused = operators.act(id, body.toRequest(caller.name()));
        if (refused.isPresent()) {
            throw problemOf(refused.get());
        }
        return detail(id);
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
        } else if (ids == null && body.filter() != null && !DeadLetterFilter.ANY.equals(body.filter())) {
            DeadLetterFilter filter = inRange("filter.", body.filter());
            LetterId after = known(body.after());
            chosen = letters.open(filter, after, body.limitOrDefault());
            found = letters.countOpen(filter, after);
        } else {
            throw ProblemException.invalid("filter", "either ids, or a filter with at least one member");
        }
        BulkOutcome outcome = body.isDryRun()
                ? new BulkOutcome(List.of(), List.of(), chosen)
                : operators.actOnAll(chosen, body.toRequest(caller.name()));
        return new LetterActionsView(found, outcome.done(), outcome.refused(), outcome.left());
    }

    /**
     * The outcome for each dead letter.
     *
     * @param found the number of letters before the limit, counted up to ten thousand
     * @param left letters not reached: the request took too long, or was a dry run
     */
    record LetterActionsView(int found, List<LetterId> done, List<RefusedLetter> refused, List<LetterId> left) {}

    /** Returns the filter, whose times PostgreSQL knows, too. */
    private static DeadLetterFilter inRange(String prefix, DeadLetterFilter filter) {
        requireInRange(prefix + "from", filter.from());
        requireInRange(prefix + "to", filter.to());
        return filter;
    }

    private static void requireInRange(String field, @Nullable Instant time) {
        if (time != null && (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST))) {
            throw ProblemException.invalid(field, "must be between the years 1970 and 9999");
        }
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

    private ProblemException problemOf(RefusedLetter refused) {
        ProblemException problem = new ProblemException(ErrorCode.of(refused.code()));
        if (refused.overtaking() != null) {
            problem.with("overtaking", refused.overtaking());
        }
        if (refused.code() == LetterRefusal.DEAD_LETTER_NOT_OPEN) {
            letters.find(refused.id())
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
