package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.HeldClaim;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.OrderTiming;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.order.placement.price.OrderLine;
import dev.layeredsaga.order.placement.price.Pricing.Priced;
import dev.layeredsaga.order.placement.returns.OrderReturn;
import dev.layeredsaga.order.placement.returns.OrderReturns;
import dev.layeredsaga.order.placement.returns.ReturnOutcome;
import dev.layeredsaga.order.placement.returns.ReturnRequest;
import dev.layeredsaga.order.placement.returns.ReturnStatus;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;

/** An accepted order, with its returns. It is pending until its saga has ended; afterwards only returns change it. */
@Entity
public class CustomerOrder implements Persistable<UUID> {

    @Id
    private UUID id;

    @Column(updatable = false)
    private String keyOwner;

    @Column(updatable = false)
    private String idempotencyKey;

    @Column(updatable = false)
    private byte[] fingerprint;

    @Column(updatable = false)
    private String customerId;

    // replaced, never changed; without this, Hibernate would serialize the JSON to copy and to compare it
    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    @Column(updatable = false)
    private List<OrderLine> lines;

    @Column(updatable = false)
    private long totalAmount;

    @Column(updatable = false)
    private String currency;

    @Column(updatable = false)
    private String paymentMethod;

    @Enumerated(EnumType.STRING)
    @Column(updatable = false)
    private OnBusy onBusy;

    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    private @Nullable HeldClaim heldClaim;

    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    @Column(updatable = false)
    private @Nullable OrderTiming timing;

    // changed by the reconciliation only
    @Column(updatable = false)
    private Instant reconcileAt;

    @Enumerated(EnumType.STRING)
    private OrderStatus status;

    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    private @Nullable OrderReason reason;

    private boolean cancellationRequested;

    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    private @Nullable List<OrderReturn> returns;

    // true if a return is open, so that the reconciliation finds it if nothing comes of it
    @Column(nullable = false)
    private boolean returnOpen;

    @Column(updatable = false)
    private Instant placedAt;

    private Instant updatedAt;

    @Version
    private @Nullable Long version;

    /** Required by Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected CustomerOrder() {}

    /** @param reconcileAt the time of the first reconciliation, unless the saga has ended before */
    CustomerOrder(PlaceOrder request, Priced price, Instant now, Instant reconcileAt) {
        this(request.orderId(), request, price, now, reconcileAt);
    }

    CustomerOrder(UUID id, PlaceOrder request, Priced price, Instant placedAt, Instant reconcileAt) {
        this.id = id;
        this.keyOwner = request.key().caller();
        this.idempotencyKey = request.key().value();
        this.fingerprint = request.fingerprint();
        this.customerId = request.customerId();
        this.lines = price.lines();
        this.totalAmount = price.total().amount();
        this.currency = price.total().currency();
        this.paymentMethod = request.paymentMethod();
        this.onBusy = request.onBusy();
        this.heldClaim = request.claim();
        this.timing = request.timing();
        this.reconcileAt = reconcileAt;
        this.status = OrderStatus.PENDING;
        this.placedAt = placedAt;
        this.updatedAt = placedAt;
    }

    /** Returns the idempotency key under which the order was placed. */
    IdempotencyKey key() {
        return new IdempotencyKey(keyOwner, idempotencyKey);
    }

    /** Returns true if the request, or an identical one, placed this order. */
    boolean wasPlacedBy(PlaceOrder request) {
        return keyOwner.equals(request.key().caller())
                && idempotencyKey.equals(request.key().value())
                && MessageDigest.isEqual(fingerprint, request.fingerprint());
    }

    /** Records that the customer requests cancellation; the saga decides about its result. */
    CancellationRequest requestCancellation() {
        return switch (status) {
            case PENDING -> {
                boolean first = !cancellationRequested;
                cancellationRequested = true;
                yield first ? CancellationRequest.FIRST : CancellationRequest.REPEATED;
            }
            case CANCELLED -> CancellationRequest.REPEATED;
            case CONFIRMED, REJECTED -> CancellationRequest.TOO_LATE;
        };
    }

    /**
     * Ends the order. The first ending counts. A held claim's token has no further use and is not kept.
     *
     * @param why null if and only if the order is confirmed
     * @return false if the order had ended before, and is as it was
     */
    public boolean end(OrderStatus ended, @Nullable OrderReason why, Instant now) {
        if (hasEnded()) {
            return false;
        }
        status = ended;
        reason = why;
        heldClaim = null;
        updatedAt = now;
        return true;
    }

    /** Counts a return in, within a time from the placement, or says why not. Of two at the same time one fails by the order's version. */
    ReturnOutcome request(ReturnRequest request, Duration window, Instant now) {
        if (status != OrderStatus.CONFIRMED) {
            return new ReturnOutcome.NotConfirmed();
        }
        ReturnOutcome outcome = returns().request(request, placedAt.plus(window).isBefore(now), now);
        if (outcome instanceof ReturnOutcome.Accepted accepted && accepted.first()) {
            change(Stream.concat(returns().all().stream(), Stream.of(accepted.made())), now);
        }
        return outcome;
    }

    /**
     * Adds a return that was accepted and is not there any more.
     *
     * @return false if it is there, or the order's customer has been erased since
     */
    boolean putBack(OrderReturn lost, Instant now) {
        boolean missing = !keyOwner.isEmpty() && findReturn(lost.id()).isEmpty();
        if (missing) {
            change(Stream.concat(returns().all().stream(), Stream.of(lost)), now);
        }
        return missing;
    }

    /**
     * Moves a return on, if the order has it.
     *
     * @param why null unless it is rejected
     */
    void move(UUID returnId, ReturnStatus to, @Nullable Reason why, Instant now) {
        change(returns().all().stream().map(one -> one.id().equals(returnId) ? one.moved(to, why) : one), now);
    }

    private void change(Stream<OrderReturn> changed, Instant now) {
        returns = changed.toList();
        returnOpen = returns.stream().anyMatch(OrderReturn::isOpen);
        updatedAt = now;
    }

    public OrderReturns returns() {
        return new OrderReturns(lines, total(), Objects.requireNonNullElse(returns, List.of()));
    }

    public Optional<OrderReturn> findReturn(UUID returnId) {
        return returns().all().stream().filter(one -> one.id().equals(returnId)).findFirst();
    }

    /** Returns the event to publish when a return has been accepted. */
    public ReturnRequested requested(OrderReturn accepted) {
        return new ReturnRequested(
                id,
                accepted.id(),
                customerId,
                accepted.lines().stream()
                        .map(line -> new OrderSagaEvent.OrderLine(line.sku(), line.quantity(), line.unitPrice()))
                        .toList(),
                accepted.amount(),
                accepted.request().goods(),
                accepted.request().reason(),
                new ReturnRequested.Origin(
                        accepted.requestedAt(),
                        accepted.request().caller(),
                        accepted.request().key(),
                        accepted.request().lines() == null));
    }

    /** A request to cancel, as the order sees it. */
    enum CancellationRequest {
        FIRST,
        /** Cancellation was requested before, or the order is cancelled already. */
        REPEATED,
        TOO_LATE
    }

    /** Returns the event to publish when the order has been placed. */
    public OrderPlaced placed() {
        List<StockLine> wanted = lines.stream().map(OrderLine::stock).toList();
        List<Long> unitAmounts =
                lines.stream().map(line -> line.unitPrice().amount()).toList();
        return new OrderPlaced(
                id,
                customerId,
                wanted,
                total(),
                paymentMethod,
                onBusy,
                heldClaim,
                timing,
                new OrderPlaced.Origin(placedAt, keyOwner, idempotencyKey, unitAmounts),
                null);
    }

    public boolean isCancellationRequested() {
        return cancellationRequested;
    }

    public UUID id() {
        return id;
    }

    /** Implements Spring Data's {@link Persistable}, as {@link #isNew()} does. */
    @Override
    public UUID getId() {
        return id;
    }

    /** Returns true before the first save, so that Spring Data inserts instead of merging. */
    @Override
    public boolean isNew() {
        return version == null;
    }

    public String customerId() {
        return customerId;
    }

    public OrderStatus status() {
        return status;
    }

    public boolean hasEnded() {
        return status != OrderStatus.PENDING;
    }

    /** Returns the reason of a rejection or cancellation; null for other orders. */
    public @Nullable OrderReason reason() {
        return reason;
    }

    public List<OrderLine> lines() {
        return lines;
    }

    public Money total() {
        return new Money(totalAmount, currency);
    }

    public Instant placedAt() {
        return placedAt;
    }

    public Instant updatedAt() {
        return updatedAt;
    }
}
