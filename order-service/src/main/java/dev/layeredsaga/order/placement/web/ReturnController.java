package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.contract.order.ReturnedGoods;
import dev.layeredsaga.order.placement.OrderReturning;
import dev.layeredsaga.order.placement.returns.ReturnOutcome;
import dev.layeredsaga.order.placement.returns.ReturnRequest;
import dev.layeredsaga.order.web.ErrorCode;
import jakarta.validation.Valid;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/orders/{id}/returns", produces = "application/json")
record ReturnController(OrderReturning returning, OwnedOrders owned) {

    /** Answers with the return as it was requested; every repetition of the request has the same answer. */
    @PostMapping(consumes = "application/json")
    ResponseEntity<ReturnView> request(
            Caller caller,
            @PathVariable UUID id,
            @RequestHeader HttpHeaders headers,
            @Valid @RequestBody ReturnBody body) {
        owned.find(caller, id);
        ReturnRequest request = body.toRequest(id, OrderController.keyOf(caller, headers));
        if (request.goods() != ReturnedGoods.AWAITED && !caller.isOperator()) {
            throw new ProblemException(ErrorCode.RETURN_NEEDS_OPERATOR);
        }
        return switch (returning.request(request)) {
            case ReturnOutcome.Accepted accepted ->
                ResponseEntity.accepted()
                        .location(URI.create(
                                "/orders/" + id + "/returns/" + accepted.made().id()))
                        .body(ReturnView.asRequested(accepted.made()));
            case ReturnOutcome.KeyReused unused -> throw new ProblemException(ErrorCode.IDEMPOTENCY_KEY_REUSED);
            case ReturnOutcome.NotConfirmed unused -> throw new ProblemException(ErrorCode.ORDER_NOT_CONFIRMED);
            case ReturnOutcome.TooLate unused -> throw new ProblemException(ErrorCode.RETURN_TOO_LATE);
            case ReturnOutcome.NotOrdered not ->
                throw new ProblemException(ErrorCode.SKU_NOT_ORDERED).with("sku", not.sku());
            case ReturnOutcome.NotLeft not -> throw notLeft(not);
            case ReturnOutcome.TooMany many ->
                throw new ProblemException(ErrorCode.TOO_MANY_RETURNS).with("limit", many.limit());
        };
    }

    private static ProblemException notLeft(ReturnOutcome.NotLeft not) {
        ProblemException problem = new ProblemException(ErrorCode.RETURN_EXCEEDS_ORDER).with("left", not.left());
        return not.sku() == null ? problem : problem.with("sku", not.sku());
    }

    @GetMapping
    ReturnListView list(Caller caller, @PathVariable UUID id) {
        return new ReturnListView(owned.find(caller, id).returns().all().stream()
                .map(ReturnView::of)
                .toList());
    }

    @GetMapping("/{returnId}")
    ReturnView get(Caller caller, @PathVariable UUID id, @PathVariable UUID returnId) {
        return owned.find(caller, id)
                .findReturn(returnId)
                .map(ReturnView::of)
                .orElseThrow(() -> new ProblemException(ErrorCode.RETURN_NOT_FOUND));
    }

    /** The returns of an order, the oldest first. */
    record ReturnListView(List<ReturnView> returns) {}
}
