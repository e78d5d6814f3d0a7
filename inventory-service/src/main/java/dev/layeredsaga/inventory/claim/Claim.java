package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.ClaimState;
import dev.layeredsaga.inventory.claim.command.Claimant;
import dev.layeredsaga.inventory.item.SemanticLock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A claim on quantities of some items: temporary, and permanent once it is confirmed with its token. */
@Entity
@Table(name = "claim")
class Claim {

    @Id
    private UUID id;

    private @Nullable UUID sagaId;
    private String owner;

    private @Nullable String heldBy;

    private UUID token;

    @Enumerated(EnumType.STRING)
    private ClaimState state;

    private Instant createdAt;
    private @Nullable Instant heldSince;
    private Instant expiresAt;

    @Version
    private long version;

    // the lines, one entry of each a line
    @Column(updatable = false)
    private List<String> skus = new ArrayList<>();

    @Column(updatable = false)
    private List<Integer> quantities = new ArrayList<>();

    @Column(updatable = false)
    private List<Long> fences = new ArrayList<>();

    private @Nullable List<Integer> returned;

    @SuppressWarnings("NullAway.Init") // Hibernate sets the fields
    protected Claim() {}

    private Claim(Claimant claimant, ClaimState state, Instant now, Instant expiresAt) {
        this.id = ClaimIds.next();
        this.sagaId = claimant.sagaId();
        this.owner = claimant.owner();
        this.token = UUID.randomUUID(); // a secret, hence not derived from the time
        this.state = state;
        this.createdAt = now;
        this.heldSince = claimant.heldSince();
        this.expiresAt = expiresAt;
    }

    /** Creates a live claim, without lines yet. */
    static Claim held(Claimant claimant, Instant now, Duration ttl) {
        return new Claim(claimant, ClaimState.HELD, now, now.plus(ttl));
    }

    /** Returns the time for which it was granted, extensions included. */
    Duration time() {
        return Duration.between(createdAt, expiresAt);
    }

    /** Creates the tombstone of a saga that released before it claimed: its later claims are refused. */
    static Claim tombstone(UUID sagaId, Instant now) {
        return new Claim(Claimant.saga(sagaId), ClaimState.RELEASED, now, now);
    }

    /** Adds a line. A claim that is stored gets no further lines. */
    void addLine(ClaimSnapshot.Line line) {
        skus.add(line.sku());
        quantities.add(line.quantity());
        fences.add(line.fence());
    }

    /** The standing of a token's holder towards a claim at a given time. */
    enum Standing {
        /** The token is not this claim's. */
        WRONG_TOKEN,
        /** Held, and in time. */
        CURRENT,
        /** Still held, but its time has run out. */
        OVERDUE,
        CONFIRMED,
        RELEASED,
        EXPIRED
    }

    Standing standingOf(UUID presented, Instant now) {
        return presented.equals(token) ? standingAt(now) : Standing.WRONG_TOKEN;
    }

    /** Returns the standing of the holder of the right token. */
    Standing standingAt(Instant now) {
        return switch (state) {
            case HELD -> now.isBefore(expiresAt) ? Standing.CURRENT : Standing.OVERDUE;
            case CONFIRMED -> Standing.CONFIRMED;
            case RELEASED -> Standing.RELEASED;
            case EXPIRED -> Standing.EXPIRED;
        };
    }

    /** @throws IllegalStateException if it is not held, or its time has run out */
    void confirm(Instant now) {
        requireCurrent(now);
        become(ClaimState.CONFIRMED);
        heldBy = null;
    }

    /**
     * Extends the claim to at least that long from now; never shortens it.
     *
     * @throws IllegalStateException if it is not held, or its time has run out
     */
    void extend(Duration ttl, Instant now) {
        requireCurrent(now);
        Instant later = now.plus(ttl);
        expiresAt = later.isAfter(expiresAt) ? later : expiresAt;
    }

    /**
     * Does the same, except that a hold without a saga never lasts longer than {@code longestLife} from when it was granted, or the first
     * of the holds that it follows.
     *
     * @throws IllegalStateException if it is not held, or its time has run out
     */
    void extend(Duration ttl, Instant now, Duration longestLife) {
        Instant since = heldSince == null ? createdAt : heldSince;
        Duration left = Duration.between(now, since.plus(longestLife));
        extend(sagaId == null && left.compareTo(ttl) < 0 ? left : ttl, now);
    }

    /**
     * Transfers a hold to the saga: it gets a new token, which is the saga's secret, and lasts at least so long from now. Until it is
     * sold, it counts for how long its owner has held the items.
     *
     * @throws IllegalStateException if it is not held, its time has run out, or it already belongs to a saga
     */
    void adopt(UUID saga, Duration ttl, Instant now) {
        if (sagaId != null) {
            throw new IllegalStateException("claim %s is saga %s's".formatted(id, sagaId));
        }
        extend(ttl, now);
        Claimant adopter = Claimant.saga(saga);
        sagaId = adopter.sagaId();
        heldBy = owner;
        owner = adopter.owner();
        token = UUID.randomUUID();
    }

    /** Returns true if it is this customer's, and no saga's. */
    boolean isHoldOf(String customer) {
        return sagaId == null && owner.equals(customer);
    }

    /** Returns true if it was this customer's until a saga adopted it, which has not sold it. */
    boolean wasHoldOf(String customer) {
        return customer.equals(heldBy);
    }

    boolean hasExpired() {
        return state == ClaimState.EXPIRED;
    }

    /** Returns true if the claim holds exactly these quantities. */
    boolean consistsOf(SortedMap<String, Integer> quantities) {
        return lines().stream()
                .collect(Collectors.toMap(ClaimSnapshot.Line::sku, ClaimSnapshot.Line::quantity))
                .equals(quantities);
    }

    /** Returns an item of which so many are more than was sold and has not come back; null if there is none. */
    @Nullable String exceededBy(SortedMap<String, Integer> quantities) {
        Map<String, Integer> left =
                lines().stream().collect(Collectors.toMap(ClaimSnapshot.Line::sku, ClaimSnapshot.Line::left));
        return quantities.entrySet().stream()
                .filter(back -> back.getValue() > left.getOrDefault(back.getKey(), 0))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /**
     * Counts what comes back of a sale, which stays one.
     *
     * @throws IllegalStateException if it is no sale, or more would come back than was sold
     */
    void takeBack(SortedMap<String, Integer> quantities) {
        if (state != ClaimState.CONFIRMED || exceededBy(quantities) != null) {
            throw new IllegalStateException("claim %s is %s and cannot take back %s".formatted(id, state, quantities));
        }
        returned = lines().stream()
                .map(line -> line.returned() + quantities.getOrDefault(line.sku(), 0))
                .toList();
    }

    /** @throws IllegalStateException if it has been released or has expired */
    void release() {
        become(ClaimState.RELEASED);
    }

    /** @throws IllegalStateException if it is not held, or its time has not run out */
    void expire(Instant now) {
        if (now.isBefore(expiresAt)) {
            throw new IllegalStateException("claim %s does not expire before %s".formatted(id, expiresAt));
        }
        become(ClaimState.EXPIRED);
    }

    private void requireCurrent(Instant now) {
        if (standingAt(now) != Standing.CURRENT) {
            throw new IllegalStateException("claim %s is %s".formatted(id, standingAt(now)));
        }
    }

    private void become(ClaimState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("claim %s is %s and cannot become %s".formatted(id, state, next));
        }
        state = next;
    }

    /** Returns the semantic lock that the claim sets on an exclusive item. */
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

    boolean isOn(String sku) {
        return skus.contains(sku);
    }

    /** Returns the lines, by sku. */
    List<ClaimSnapshot.Line> lines() {
        return IntStream.range(0, skus.size())
                .mapToObj(i -> new ClaimSnapshot.Line(
                        skus.get(i), quantities.get(i), fences.get(i), returned == null ? 0 : returned.get(i)))
                .toList();
    }

    ClaimSnapshot snapshot() {
        return new ClaimSnapshot(id, owner, token, state, lines(), createdAt, expiresAt);
    }
}
