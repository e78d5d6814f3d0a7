package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.http.IdempotencyKeyHeader;
import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.validation.CustomerId;
import dev.layeredsaga.order.placement.CustomerOrder;
import dev.layeredsaga.order.placement.IdempotencyKey;
import dev.layeredsaga.order.placement.OrderCancelling;
import dev.layeredsaga.order.placement.OrderCancelling.Cancellation;
import dev.layeredsaga.order.placement.OrderLookup;
import dev.layeredsaga.order.placement.OrderPlacing;
import dev.layeredsaga.order.placement.OrderStatus;
import dev.layeredsaga.order.placement.Placement;
import dev.layeredsaga.order.placement.follow.OrderWaiting;
import dev.layeredsaga.order.placement.price.Pricing.Unpriced;
import dev.layeredsaga.order.web.ErrorCode;
import jakarta.validation.Valid;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/orders", produces = "application/json")
record OrderController(
        OrderPlacing placing,
        OrderCancelling cancelling,
        OrderLookup lookup,
        OwnedOrders owned,
        OrderWaiting waiting,
        WaitingRequests places) {

    /** Places an order. With {@code Prefer: wait} only the request's (virtual) thread is held, no database connection. */
    @PostMapping(consumes = "application/json")
    ResponseEntity<Object> place(
            Caller caller, @RequestHeader HttpHeaders headers, @Valid @RequestBody PlaceOrderRequest request)
            throws InterruptedException {
        requireOpen(caller, request.customerId());
        return switch (placing.place(request.toCommand(keyOf(caller, headers)))) {
            case Placement.Accepted placed -> answer(caller, placed.order(), PreferHeader.readWait(headers));
            case Placement.KeyReused unused -> throw new ProblemException(ErrorCode.IDEMPOTENCY_KEY_REUSED);
            case Placement.Erased unused -> throw new ProblemException(ErrorCode.ORDER_ERASED);
            case Placement.PriceChanged changed ->
                throw new ProblemException(ErrorCode.PRICE_CHANGED).with("total", changed.total());
            case Placement.TooManyQueued full ->
                throw new ProblemException(ErrorCode.TOO_MANY_QUEUED_ORDERS).with("limit", full.limit());
            case Placement.NotPriced refused -> throw problem(refused.why(), request);
        };
    }

    /** @throws ProblemException if there is no key, or none that can be one */
    static IdempotencyKey keyOf(Caller caller, HttpHeaders headers) {
        return IdempotencyKeyHeader.read(
                        headers, value -> new IdempotencyKey(caller.name(), value), ErrorCode.IDEMPOTENCY_KEY_MALFORMED)
                .orElseThrow(() -> new ProblemException(ErrorCode.IDEMPOTENCY_KEY_MISSING));
    }

    /** Returns the accepted order; without a free place to wait, the preference is not applied (RFC 7240, section 2). */
    private ResponseEntity<Object> answer(Caller caller, CustomerOrder placed, Optional<Duration> wait)
            throws InterruptedException {
        Optional<WaitingRequests.Place> place = wait.flatMap(preferred -> places.tryToEnter(caller));
        return place.isPresent()
                ? answerAfter(wait.orElseThrow(), place.get(), placed)
                : OrderAnswers.accepted(OrderView.asPlaced(placed), new HttpHeaders());
    }

    private ResponseEntity<Object> answerAfter(Duration wait, WaitingRequests.Place place, CustomerOrder placed)
            throws InterruptedException {
        HttpHeaders headers = new HttpHeaders();
        headers.set("Preference-Applied", PreferHeader.applied(wait));
        try (place) {
            CustomerOrder order = waiting.awaitEnd(placed, wait);
            return order.hasEnded()
                    ? OrderAnswers.ended(order, headers)
                    : OrderAnswers.accepted(OrderView.asPlaced(placed), headers);
        }
    }

    private static ProblemException problem(Unpriced refusal, PlaceOrderRequest request) {
        return switch (refusal) {
            case Unpriced.UnknownSkus unknown ->
                new ProblemException(ErrorCode.UNKNOWN_SKU)
                        .with("sku", unknown.skus().iterator().next())
                        .with("errors", request.problemsWith(unknown.skus()));
            case Unpriced.MixedCurrencies mixed ->
                new ProblemException(ErrorCode.CURRENCY_MISMATCH).with("currencies", mixed.currencies());
            case Unpriced.TotalTooLarge unused -> new ProblemException(ErrorCode.TOTAL_TOO_LARGE);
        };
    }

    @GetMapping("/{id}")
    OrderView get(Caller caller, @PathVariable UUID id) {
        return OrderView.of(owned.find(caller, id));
    }

    @GetMapping
    OrderPageView list(
            Caller caller,
            @RequestParam(required = false) @Nullable @CustomerId String customerId,
            @RequestParam(required = false) @Nullable OrderStatus status,
            @RequestParam(required = false) @Nullable UUID after,
            @RequestParam(defaultValue = "20") @Range(min = 1, max = 100) int limit) {
        String whose = customerId == null && !caller.isOperator() ? caller.name() : customerId;
        if (whose != null) {
            requireOpen(caller, whose);
        }
        return OrderPageView.of(Page.of(lookup.list(whose, status, after, limit + 1), limit, CustomerOrder::id));
    }

    private static void requireOpen(Caller caller, String customerId) {
        if (!caller.maySee(customerId)) {
            throw new ProblemException(CommonProblem.FORBIDDEN);
        }
    }

    @PostMapping("/{id}/cancellation")
    ResponseEntity<Object> cancel(Caller caller, @PathVariable UUID id) {
        owned.find(caller, id);
        return switch (cancelling.cancel(id)) {
            case Cancellation.Requested requested ->
                OrderAnswers.accepted(OrderView.of(requested.order()), new HttpHeaders());
            case Cancellation.TooLate late ->
                throw new ProblemException(ErrorCode.ORDER_ALREADY_ENDED).with("orderStatus", late.status());
            case Cancellation.UnknownOrder unused -> throw new ProblemException(ErrorCode.ORDER_NOT_FOUND);
        };
    }

    /** @param next the value of {@code after} for the next page; absent on the last one */
    record OrderPageView(List<OrderView> orders, @Nullable UUID next) {

        static OrderPageView of(Page<CustomerOrder, UUID> page) {
            return new OrderPageView(page.entries().stream().map(OrderView::of).toList(), page.next());
        }
    }
}
