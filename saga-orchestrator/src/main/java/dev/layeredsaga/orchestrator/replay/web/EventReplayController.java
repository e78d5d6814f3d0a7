package dev.layeredsaga.orchestrator.replay.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.messaging.topic.TopicCreation;
import dev.layeredsaga.orchestrator.replay.EventReplays;
import dev.layeredsaga.orchestrator.replay.EventReplays.EventReplay;
import dev.layeredsaga.orchestrator.web.ErrorCode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Replays of events, as operators ask for them and see them. Each has a topic of its own, by which a repeated request is known. */
@RestController
@RequestMapping("/events/replays/{topic}")
class EventReplayController {

    private static final String TOPIC = "(?:saga|returns)\\.events\\.replay\\.[a-z0-9-]{1,100}";

    /** Longer than any transaction that begins a saga, so that none appears behind the position. */
    private static final Duration SETTLED = Duration.ofMinutes(2);

    private final EventReplays replays;
    private final TopicCreation topics;
    private final Clock clock;

    EventReplayController(EventReplays replays, TopicCreation topics, Clock clock) {
        this.replays = replays;
        this.topics = topics;
        this.clock = clock;
    }

    record EventReplayBody(
            @NotNull Instant begunFrom,
            @NotNull Instant begunUntil,
            @NotBlank @Size(max = 500) @PlainText String reason) {}

    @PutMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    EventReplay request(
            Caller caller,
            @PathVariable @Pattern(regexp = TOPIC) String topic,
            @RequestBody @Valid EventReplayBody body) {
        Instant latest = clock.instant().minus(SETTLED);
        List<Instant> times = List.of(Instant.EPOCH, body.begunFrom(), body.begunUntil(), latest);
        if (!times.equals(times.stream().sorted().toList())) {
            throw ProblemException.invalid("begunUntil", "must be after begunFrom, and two minutes ago or longer");
        }
        if (!topics.create(topic)) {
            throw new ProblemException(ErrorCode.REPLAY_TOPIC_UNAVAILABLE);
        }
        return replays.request(topic, body.begunFrom(), body.begunUntil(), caller.name(), body.reason())
                .orElseThrow(() -> new ProblemException(ErrorCode.REPLAY_EXISTS));
    }

    @GetMapping
    EventReplay replay(@PathVariable @Pattern(regexp = TOPIC) String topic) {
        return replays.find(topic).orElseThrow(() -> new ProblemException(ErrorCode.REPLAY_NOT_FOUND));
    }
}
