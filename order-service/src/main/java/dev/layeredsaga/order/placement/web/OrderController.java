package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.order.placement.Cancellation;
import dev.layeredsaga.order.placement.OrderCancelling;
import dev.layeredsaga.order.placement.OrderFilter;
import dev.layeredsaga.order.placement.OrderLookup;
import dev.layeredsaga.order.placement.OrderPlacing;
import dev.layeredsaga.order.placement.OrderStatus;
import dev.layeredsaga.order.placement.Placement;
import dev.layeredsaga.order.placement.Unpriced;
import dev.layeredsaga.order.web.ErrorCode;
import dev.layeredsaga.order.web.ProblemException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
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
final class OrderController {

    private final OrderPlacing placing;
    private final OrderCancelling cancelling;
    private final OrderLookup lookup;

    OrderController(OrderPlacing placing, OrderCancelling cancelling, OrderLookup lookup) {
        this.placing = placing;
        this.cancelling = cancelling;
        this.lookup = lookup;
    }

    @PostMapping(consumes = "application/json")
    ResponseEntity<OrderView> place(@RequestHeader HttpHeaders headers, @Valid @RequestBody PlaceOrderRequest request) {
        return switch (placing.place(request.toCommand(IdempotencyKeyHeader.read(headers)))) {
            case Placement.Accepted placed -> accepted(OrderView.asPlaced(placed.order()));
            case Placement.KeyReused unused -> throw new ProblemException(ErrorCode.IDEMPOTENCY_KEY_REUSED);
            case Unpriced refusal -> throw problem(refusal, request);
        };
    }

    private static ProblemException problem(Unpriced refusal, PlaceOrderRequest request) {
        return switch (refusal) {
            case Unpriced.UnknownSkus unknown ->
                new ProblemException(ErrorCode.UNKNOWN_SKU)
                        .with("sku", unknown.skus().iterator().next())
                        .withErrors(request.problemsWith(unknown.skus()));
            case Unpriced.MixedCurrencies mixed ->
                new ProblemException(ErrorCode.CURRENCY_MISMATCH).with("currencies", mixed.currencies());
            case Unpriced.TotalTooLarge unused -> new ProblemException(ErrorCode.TOTAL_TOO_LARGE);
        };
    }

    @GetMapping("/{id}")
    OrderView get(@PathVariable UUID id) {
        return lookup.find(id).map(OrderView::of).orElseThrow(() -> new ProblemException(ErrorCode.ORDER_NOT_FOUND));
    }

    @GetMapping
    OrderPageView list(
            @RequestParam(required = false)
                    @Nullable @Pattern(regexp = PlaceOrderRequest.CUSTOMER_ID, message = PlaceOrderRequest.CUSTOMER_ID_RULE) String customerId,
            @RequestParam(required = false) @Nullable OrderStatus status,
            @RequestParam(required = false) @Nullable UUID after,
            @RequestParam(defaultValue = "20") @Range(min = 1, max = 100) int limit) {
        return OrderPageView.of(lookup.list(new OrderFilter(customerId, status, after), limit));
    }

    @PostMapping("/{id}/cancellation")
    ResponseEntity<OrderView> cancel(@PathVariable UUID id) {
        return switch (cancelling.cancel(id)) {
            case Cancellation.Requested first -> accepted(OrderView.of(first.order()));
            case Cancellation.AlreadyRequested repeated -> accepted(OrderView.of(repeated.order()));
            case Cancellation.TooLate late ->
                throw new ProblemException(ErrorCode.ORDER_ALREADY_ENDED).with("status", late.status());
            case Cancellation.UnknownOrder unused -> throw new ProblemException(ErrorCode.ORDER_NOT_FOUND);
        };
    }

    private static ResponseEntity<OrderView> accepted(OrderView order) {
        return ResponseEntity.accepted()
                .location(URI.create("/orders/" + order.orderId()))
                .body(order);
    }
}
