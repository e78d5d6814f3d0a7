package dev.layeredsaga.orchestrator.engine;

import dev.layeredsaga.messaging.trace.TraceParent;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One saga's state: a row. {@code dueAt} is its lock, its timer and its backoff in one: whoever moves it forward has the saga
 * until then, and when it passes, the saga is anybody's. Null means that there is nothing to do.
 */
@Entity
@Table(name = "saga")
class Saga {

    @Id
    private UUID id;

    private String definition;
    private int definitionVersion;

    @Enumerated(EnumType.STRING)
    private SagaStatus status;

    @Enumerated(EnumType.STRING)
    private Direction direction;

    private @Nullable String step;
    private @Nullable String reached;
    private int attempt;
    private Instant stepSince;
    private @Nullable Instant sentAt;
    private @Nullable Instant dueAt;
    private Instant deadline;
    private String data;
    private @Nullable String reason;
    private @Nullable String waitsFor;
    private @Nullable String traceParent;
    private long sequence;
    private Instant createdAt;
    private Instant updatedAt;

    @Version
    private long version;

    @SuppressWarnings("NullAway.Init")
    protected Saga() {}

    @SuppressWarnings("NullAway.Init")
    Saga(UUID id, SagaDefinition<?> definition, String data, Instant now) {
        this.id = id;
        this.definition = definition.name();
        this.definitionVersion = definition.version();
        this.status = SagaStatus.RUNNING;
        this.direction = Direction.FORWARD;
        this.data = data;
        this.deadline = now.plus(definition.deadline());
        this.stepSince = now;
        this.createdAt = now;
        this.updatedAt = now;
    }

    /** What is done for the saga belongs to this trace from now on. */
    void belongTo(@Nullable TraceParent trace) {
        traceParent = trace == null ? null : trace.toString();
    }

    /** Begins a step, or its compensation, with its first attempt. */
    void enter(String nextStep, Direction nextDirection, Instant now) {
        requireNotFinal();
        step = nextStep;
        direction = nextDirection;
        status = inMotion();
        attempt = 0;
        stepSince = now;
        waitsFor = null;
    }

    /** Before it goes back: this is the last step that has been done. */
    void hasReached(String lastDone) {
        reached = lastDone;
    }

    /** A command goes out; if no answer comes until {@code nextDue}, it is sent again. */
    void sent(Instant now, Instant nextDue) {
        attempt++;
        sentAt = now;
        dueAt = nextDue;
        updatedAt = now;
    }

    /** The current attempt has been answered, or given up. */
    void answered(Instant now) {
        sentAt = null;
        updatedAt = now;
    }

    /** Nothing to do before {@code nextDue}. */
    void waitUntil(Instant nextDue, @Nullable String why) {
        dueAt = nextDue;
        waitsFor = why;
    }

    void park(String why) {
        requireNotFinal();
        status = SagaStatus.STUCK;
        waitsFor = why;
    }

    /** In motion again by a person's will; the patience with a compensation starts anew, a step's time does not. */
    void resume(Instant now) {
        requireNotFinal();
        status = inMotion();
        waitsFor = null;
        if (direction == Direction.BACKWARD) {
            stepSince = now;
        }
    }

    void neverDue() {
        dueAt = null;
    }

    void end(SagaStatus end, Instant now) {
        requireNotFinal();
        status = end;
        step = null;
        sentAt = null;
        dueAt = null;
        waitsFor = null;
        updatedAt = now;
    }

    void changeData(String newData) {
        data = newData;
    }

    void undoBecause(String why) {
        reason = why;
    }

    long nextSequence() {
        return ++sequence;
    }

    private SagaStatus inMotion() {
        return direction == Direction.FORWARD ? SagaStatus.RUNNING : SagaStatus.COMPENSATING;
    }

    private void requireNotFinal() {
        if (status.isFinal()) {
            throw new IllegalStateException("saga " + id + " has ended");
        }
    }

    /** When it came to its step. */
    Instant stepSince() {
        return stepSince;
    }

    Duration waited(Instant now) {
        return Duration.between(stepSince, now);
    }

    UUID id() {
        return id;
    }

    String definition() {
        return definition;
    }

    int definitionVersion() {
        return definitionVersion;
    }

    SagaStatus status() {
        return status;
    }

    Direction direction() {
        return direction;
    }

    @Nullable String step() {
        return step;
    }

    /** The last step that was done before the saga went back; null if it never did. */
    @Nullable String reached() {
        return reached;
    }

    int attempt() {
        return attempt;
    }

    /** When the attempt that is out was sent; null if none is. */
    @Nullable Instant sentAt() {
        return sentAt;
    }

    @Nullable Instant dueAt() {
        return dueAt;
    }

    Instant deadline() {
        return deadline;
    }

    String data() {
        return data;
    }

    @Nullable String reason() {
        return reason;
    }

    /** Why the saga waits, or what it is stuck on. */
    @Nullable String waitsFor() {
        return waitsFor;
    }

    /** Where it was begun; null if nobody knows. */
    @Nullable TraceParent trace() {
        return TraceParent.parse(traceParent);
    }

    Instant createdAt() {
        return createdAt;
    }

    Instant updatedAt() {
        return updatedAt;
    }

    long version() {
        return version;
    }
}
