package dev.layeredsaga.inventory.claim;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.layeredsaga.inventory.item.SemanticLock;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** So much of some items is someone's: for a while, and then, if confirmed with its token, for good. */
@Entity
@Table(name = "claim")
class Claim {

    private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();

    @Id
    private UUID id;

    private @Nullable UUID sagaId;
    private String owner;
    private UUID token;

    @Enumerated(EnumType.STRING)
    private ClaimState state;

    private Instant createdAt;
    private Instant expiresAt;

    @Version
    private long version;

    @ElementCollection
    @CollectionTable(name = "claim_line", joinColumns = @JoinColumn(name = "claim_id"))
    @OrderBy("sku")
    private List<ClaimLine> lines = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Hibernate sets the fields
    protected Claim() {}

    private Claim(Claimant claimant, ClaimState state, Instant now, Instant expiresAt) {
        this.id = IDS.generate();
        this.sagaId = claimant.sagaId();
        this.owner = claimant.owner();
        this.token = UUID.randomUUID(); // a secret, hence not derived from the time
        this.state = state;
        this.createdAt = now;
        this.expiresAt = expiresAt;
    }

    /** A live claim, without lines yet. */
    static Claim held(Claimant claimant, Instant now, Duration ttl) {
        return new Claim(claimant, ClaimState.HELD, now, now.plus(ttl));
    }

    /** What remains of a saga that released before it claimed: whatever it claims later comes too late. */
    static Claim tombstone(UUID sagaId, Instant now) {
        return new Claim(Claimant.saga(sagaId), ClaimState.RELEASED, now, now);
    }

    void addLine(ClaimLine line) {
        lines.add(line);
    }

    ClaimStanding standingOf(UUID presented, Instant now) {
        return presented.equals(token) ? standingAt(now) : ClaimStanding.WRONG_TOKEN;
    }

    /** Where the holder of the right token stands. */
    ClaimStanding standingAt(Instant now) {
        return switch (state) {
            case HELD -> now.isBefore(expiresAt) ? ClaimStanding.CURRENT : ClaimStanding.OVERDUE;
            case CONFIRMED -> ClaimStanding.CONFIRMED;
            case RELEASED -> ClaimStanding.RELEASED;
            case EXPIRED -> ClaimStanding.EXPIRED;
        };
    }

    /** @throws IllegalStateException if it is not held, or its time has run out */
    void confirm(Instant now) {
        requireCurrent(now);
        become(ClaimState.CONFIRMED);
    }

    /**
     * Makes it last at least as long as that; never shorter than it would anyway.
     *
     * @throws IllegalStateException if it is not held, or its time has run out
     */
    void extend(Duration ttl, Instant now) {
        requireCurrent(now);
        Instant later = now.plus(ttl);
        expiresAt = later.isAfter(expiresAt) ? later : expiresAt;
    }

    /**
     * Does the same, except that a hold which is no saga's never lasts longer than that since it was granted.
     *
     * @throws IllegalStateException if it is not held, or its time has run out
     */
    void extend(Duration ttl, Instant now, Duration longestLife) {
        Duration left = Duration.between(now, createdAt.plus(longestLife));
        extend(sagaId == null && left.compareTo(ttl) < 0 ? left : ttl, now);
    }

    /**
     * Makes a hold the saga's: from now on another token counts, which is the saga's secret, and it lasts at least so long.
     *
     * @throws IllegalStateException if it is not held, its time has run out, or it is some saga's already
     */
    void adopt(UUID saga, Duration ttl, Instant now) {
        if (sagaId != null) {
            throw new IllegalStateException("claim %s is saga %s's".formatted(id, sagaId));
        }
        extend(ttl, now);
        Claimant adopter = Claimant.saga(saga);
        sagaId = adopter.sagaId();
        owner = adopter.owner();
        token = UUID.randomUUID();
    }

    boolean hasExpired() {
        return state == ClaimState.EXPIRED;
    }

    /** Whether it holds exactly this. */
    boolean consistsOf(SortedMap<String, Integer> quantities) {
        return lines.stream()
                .collect(Collectors.toMap(ClaimLine::sku, ClaimLine::quantity))
                .equals(quantities);
    }

    /** @throws IllegalStateException if it has been released or has expired */
    void release() {
        become(ClaimState.RELEASED);
    }

    /** @throws IllegalStateException if it is not held, or still in time */
    void expire(Instant now) {
        if (now.isBefore(expiresAt)) {
            throw new IllegalStateException("claim %s does not expire before %s".formatted(id, expiresAt));
        }
        become(ClaimState.EXPIRED);
    }

    private void requireCurrent(Instant now) {
        if (standingAt(now) != ClaimStanding.CURRENT) {
            throw new IllegalStateException("claim %s is %s".formatted(id, standingAt(now)));
        }
    }

    private void become(ClaimState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("claim %s is %s and cannot become %s".formatted(id, state, next));
        }
        state = next;
    }

    /** The mark it leaves on an item it has for itself. */
    SemanticLock semanticLock() {
        return new SemanticLock(id, owner, createdAt, expiresAt);
    }

    UUID id() {
        return id;
    }

    @Nullable UUID sagaId() {
        return sagaId;
    }

    Instant expiresAt() {
        return expiresAt;
    }

    List<ClaimLine> lines() {
        return List.copyOf(lines);
    }

    ClaimSnapshot snapshot() {
        return new ClaimSnapshot(id, owner, token, state, lines, createdAt, expiresAt);
    }
}
