package dev.layeredsaga.engine.state;

import dev.layeredsaga.messaging.trace.TraceParent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state of a saga: a row. {@code dueAt} is its lock, its timer and its backoff in one: the instance that moves it forward has the
 * saga until then, and when it passes, the saga is free. Null means that there is nothing to do.
 */
public final class Saga implements Cloneable {

    private final UUID id;
    private final String definition;
    private final String topic;
    private final Instant createdAt;
    private long version;
    private long revision;
    private int definitionVersion;
    private SagaStatus status;
    private Direction direction;

    private @Nullable String step;
    private @Nullable String reached;
    private int attempt;
    private int failedRuns;
    private Instant stepSince;
    private @Nullable Instant sentAt;
    private @Nullable Instant dueAt;
    private Instant deadline;
    private String data;
    private @Nullable String reason;
    private @Nullable String waitsFor;
    private @Nullable Instant pausedAt;
    private @Nullable String pausedBy;
    private @Nullable String traceParent;
    private long sequence;
    private @Nullable Long publishedBy;
    private Instant updatedAt;
    private boolean changed;

    /**
     * A new one.
     *
     * @param topic where its events go
     * @param deadline the time after which its steps give up
     */
    public Saga(
            UUID id,
            String definition,
            int definitionVersion,
            String topic,
            String data,
            Instant now,
            Instant deadline) {
        this.id = id;
        this.definition = definition;
        this.definitionVersion = definitionVersion;
        this.topic = topic;
        this.status = SagaStatus.RUNNING;
        this.direction = Direction.FORWARD;
        this.data = data;
        this.deadline = deadline;
        this.stepSince = now;
        this.createdAt = now;
        this.updatedAt = now;
        this.version = 0;
    }

    /** As it stands in the table. */
    public Saga(ResultSet row) throws SQLException {
        id = row.getObject("id", UUID.class);
        definition = row.getString("definition");
        definitionVersion = row.getInt("definition_version");
        topic = row.getString("topic");
        status = SagaStatus.valueOf(row.getString("status"));
        direction = Direction.valueOf(row.getString("direction"));
        step = row.getString("step");
        reached = row.getString("reached");
        attempt = row.getInt("attempt");
        failedRuns = row.getInt("failed_runs");
        stepSince = row.getTimestamp("step_since").toInstant();
        sentAt = time(row, "sent_at");
        dueAt = time(row, "due_at");
        deadline = row.getTimestamp("deadline").toInstant();
        data = row.getString("data");
        reason = row.getString("reason");
        waitsFor = row.getString("waits_for");
        pausedAt = time(row, "paused_at");
        pausedBy = row.getString("paused_by");
        traceParent = row.getString("trace_parent");
        sequence = row.getLong("sequence");
        publishedBy = row.getObject("published_by", Long.class);
        createdAt = row.getTimestamp("created_at").toInstant();
        updatedAt = row.getTimestamp("updated_at").toInstant();
        version = row.getLong("version");
        revision = row.getLong("revision");
    }

    /** Returns one in the same state, which changes apart from this. */
    public Saga copy() {
        try {
            return (Saga) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a copy that counts as read with this version, and not changed since. */
    public Saga readAs(long readVersion) {
        Saga read = copy();
        read.version = readVersion;
        read.changed = false;
        return read;
    }

    private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
        Timestamp time = row.getTimestamp(column);
        return time == null ? null : time.toInstant();
    }

    /** Returns true if the saga has changed since it was loaded. */
    public boolean hasChanged() {
        return changed;
    }

    /** Assigns everything done for the saga from now on to this trace. */
    public void belongTo(@Nullable TraceParent trace) {
        traceParent = trace == null ? null : trace.toString();
    }

    /** Begins a step, or its compensation, with its first attempt. */
    public void enter(String nextStep, Direction nextDirection, Instant now) {
        changed = true;
        requireNotFinal();
        goOn(now);
        revision++;
        step = nextStep;
        direction = nextDirection;
        status = inMotion();
        attempt = 0;
        failedRuns = 0;
        stepSince = now;
        waitsFor = null;
    }

    /** Before it goes back, or begins anew: this is the last step that has been, or may have been, done. */
    public void hasReached(String lastDone) {
        changed = true;
        reached = lastDone;
    }

    /** A command goes out; if no answer comes until {@code nextDue}, it is sent again. */
    public void sent(Instant now, Instant nextDue) {
        changed = true;
        attempt++;
        sentAt = now;
        dueAt = nextDue;
        updatedAt = now;
    }

    /** The current attempt has been answered, or given up. */
    public void answered(Instant now) {
        changed = true;
        goOn(now);
        sentAt = null;
        updatedAt = now;
    }

    /** Nothing to do before {@code nextDue}. */
    public void waitUntil(Instant nextDue, @Nullable String why) {
        changed = true;
        dueAt = nextDue;
        waitsFor = why;
    }

    /** Holds it where it stands, for a pause: it is not due until that ends. What is out may be answered. */
    public void hold(Instant now, String why) {
        changed = true;
        dueAt = null;
        waitsFor = why;
        if (pausedAt == null) {
            pausedAt = now;
        }
    }

    /** Goes on if it was held, for a time that counts neither in its step nor for its deadline. */
    public void goOn(Instant now) {
        if (pausedAt != null) {
            changed = true;
            Duration held = Duration.between(pausedAt, now);
            stepSince = stepSince.plus(held);
            deadline = deadline.plus(held);
            pausedAt = null;
            waitsFor = null;
        }
    }

    /** An operator has paused this saga, and says who and why; null once it has been resumed. */
    public void pausedBy(@Nullable String operator) {
        changed = true;
        pausedBy = operator;
    }

    /** Has the deadline come later by so much, or earlier if it is negative. */
    public void postponeDeadline(Duration by) {
        changed = true;
        deadline = deadline.plus(by);
    }

    /** Has the time in its step begin anew. */
    public void beginStepAnew(Instant now) {
        changed = true;
        stepSince = now;
    }

    /** Has the saga written although it is as it was: of two who do so, or move it, with what they have read, the second fails. */
    public void touch() {
        changed = true;
    }

    public void markStuck(String why) {
        changed = true;
        requireNotFinal();
        if (status != SagaStatus.STUCK) {
            revision++;
            status = SagaStatus.STUCK;
        }
        waitsFor = why;
    }

    /** Records that an operator has decided: an action based on an earlier revision is refused. */
    public void decided() {
        changed = true;
        requireNotFinal();
        revision++;
    }

    /** In motion again by a person's will; the time-out of a compensation starts anew, a step's time does not. */
    public void resume(Instant now) {
        changed = true;
        requireNotFinal();
        goOn(now);
        status = inMotion();
        failedRuns = 0;
        waitsFor = null;
        if (direction == Direction.BACKWARD) {
            stepSince = now;
        }
    }

    /** Stands at its first step, which it could not be brought to send anything from: it has not been started. */
    public void waitToStart(String firstStep) {
        changed = true;
        step = firstStep;
    }

    /** Its definition could not drive it, once more in this step. */
    public void runFailed(Instant nextDue, String why) {
        changed = true;
        requireNotFinal();
        failedRuns++;
        dueAt = nextDue;
        waitsFor = why;
    }

    /** Goes on as another version of its definition has it. */
    public void moveTo(int otherVersion) {
        changed = true;
        requireNotFinal();
        definitionVersion = otherVersion;
    }

    public void neverDue() {
        changed = true;
        dueAt = null;
    }

    public void end(SagaStatus end, Instant now) {
        changed = true;
        requireNotFinal();
        revision++;
        status = end;
        step = null;
        pausedAt = null;
        pausedBy = null;
        sentAt = null;
        dueAt = null;
        waitsFor = null;
        updatedAt = now;
    }

    public void changeData(String newData) {
        changed = true;
        data = newData;
    }

    public void compensateBecause(String why) {
        changed = true;
        reason = why;
    }

    public long nextSequence() {
        changed = true;
        return ++sequence;
    }

    /** Has its next event get a higher number than this. */
    public void goOnAfter(long published) {
        if (published > sequence) {
            changed = true;
            sequence = published;
        }
    }

    private SagaStatus inMotion() {
        return direction == Direction.FORWARD ? SagaStatus.RUNNING : SagaStatus.COMPENSATING;
    }

    private void requireNotFinal() {
        if (status.isFinal()) {
            throw new IllegalStateException("saga " + id + " has ended");
        }
    }

    /** The time at which it entered its step. */
    public Instant stepSince() {
        return stepSince;
    }

    public Duration waited(Instant now) {
        return Duration.between(stepSince, now);
    }

    public UUID id() {
        return id;
    }

    public String definition() {
        return definition;
    }

    public String topic() {
        return topic;
    }

    public int definitionVersion() {
        return definitionVersion;
    }

    public SagaStatus status() {
        return status;
    }

    public Direction direction() {
        return direction;
    }

    public @Nullable String step() {
        return step;
    }

    /** The last step that was done before the saga went back, or may have been before it was lost; null if there is none. */
    public @Nullable String reached() {
        return reached;
    }

    public int attempt() {
        return attempt;
    }

    /** Returns false if it stands at its first step, nothing has been sent, and no pause has kept that back. */
    public boolean isStarted() {
        return attempt > 0 || isHeld();
    }

    /** Returns true if a pause keeps it from being driven. */
    public boolean isHeld() {
        return pausedAt != null;
    }

    /** The time since which it is held; null if it is not. */
    public @Nullable Instant pausedAt() {
        return pausedAt;
    }

    /** The operator who has paused this saga, and why; null if none has. */
    public @Nullable String pausedBy() {
        return pausedBy;
    }

    /** Returns how often the definition failed to drive the saga in its step. */
    public int failedRuns() {
        return failedRuns;
    }

    /** The time at which the pending attempt was sent; null if none. */
    public @Nullable Instant sentAt() {
        return sentAt;
    }

    public @Nullable Instant dueAt() {
        return dueAt;
    }

    public Instant deadline() {
        return deadline;
    }

    public String data() {
        return data;
    }

    /** The reason to compensate; of a saga that goes forward, to do so as soon as it can be driven. */
    public @Nullable String reason() {
        return reason;
    }

    /** Returns the reason why the saga waits or is stuck. */
    public @Nullable String waitsFor() {
        return waitsFor;
    }

    /** The trace in which it began; null if unknown. */
    public @Nullable TraceParent trace() {
        return TraceParent.parse(traceParent);
    }

    public @Nullable String traceParent() {
        return traceParent;
    }

    /** The number of published events. */
    public long sequence() {
        return sequence;
    }

    /** The process that published last for the saga; null if an earlier version did. */
    public @Nullable Long publishedBy() {
        return publishedBy;
    }

    public void publishedBy(long process) {
        publishedBy = process;
    }

    public Instant createdAt() {
        return createdAt;
    }

    public Instant updatedAt() {
        return updatedAt;
    }

    /** Returns the version that was loaded; one more once it has been written. */
    public long version() {
        return version;
    }

    /** Returns another number after every change of step, direction or status and every person's decision; attempts leave it. */
    public long revision() {
        return revision;
    }

    @Override
    public String toString() {
        return "Saga[id=%s, status=%s, direction=%s, step=%s, attempt=%d, sequence=%d, dueAt=%s]"
                .formatted(id, status, direction, step, attempt, sequence, dueAt);
    }
}
