package dev.layeredsaga.inventory.item.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.layeredsaga.chassis.http.IdempotencyKeyHeader;
import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.chassis.http.Precondition;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.chassis.validation.Sku;
import dev.layeredsaga.inventory.item.ClaimPolicy;
import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.ItemOutcome;
import dev.layeredsaga.inventory.item.ItemOutcome.Put;
import dev.layeredsaga.inventory.item.ItemSnapshot;
import dev.layeredsaga.inventory.item.Items;
import dev.layeredsaga.inventory.item.Movement;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.inventory.request.RequestKey;
import dev.layeredsaga.inventory.web.ErrorCode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/items")
class ItemController {

    private static final int MOST_SHOWN = 100;

    private final Items items;
    private final WaitQueue queue;

    ItemController(Items items, WaitQueue queue) {
        this.items = items;
        this.queue = queue;
    }

    @PutMapping("/{sku}")
    ResponseEntity<ItemResponse> put(
            Caller caller,
            @PathVariable @Sku String sku,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable String ifNoneMatch,
            @RequestBody @Valid ItemRequest request) {
        Put put = done(
                sku, items.put(caller.name(), sku, request.onHand(), request.policy(), asSeen(ifMatch, ifNoneMatch)));
        HttpStatus status = put.created() ? HttpStatus.CREATED : HttpStatus.OK;
        return answer(status, put.item(), true, put.soldSinceSet() == 0 ? null : put.soldSinceSet());
    }

    @DeleteMapping("/{sku}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void retire(
            Caller caller,
            @PathVariable @Sku String sku,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        items.retire(caller.name(), sku, asSeen(ifMatch, null)).ifPresent(refusal -> {
            throw problemOf(sku, refusal);
        });
    }

    @PostMapping("/{sku}/movements")
    @ResponseStatus(HttpStatus.CREATED)
    Movement move(
            Caller caller,
            @PathVariable @Sku String sku,
            @RequestHeader HttpHeaders headers,
            @RequestBody @Valid MovementRequest request) {
        if (request.delta() == 0) {
            throw ProblemException.invalid("delta", "must not be 0");
        }
        RequestKey key = IdempotencyKeyHeader.read(
                        headers, value -> new RequestKey(caller.name(), value), ErrorCode.IDEMPOTENCY_KEY_MALFORMED)
                .orElseThrow(() -> new ProblemException(ErrorCode.IDEMPOTENCY_KEY_MISSING));
        return done(sku, items.move(key, sku, request.delta(), request.reason()));
    }

    @GetMapping("/{sku}/movements")
    MovementPageResponse movements(
            @PathVariable @Sku String sku,
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        Page<Movement, Long> page = Page.of(items.movements(sku, after, limit + 1), limit, Movement::id);
        return new MovementPageResponse(page.entries(), page.next());
    }

    private static Predicate<@Nullable ItemSnapshot> asSeen(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
        Precondition precondition = Precondition.of(ifMatch, ifNoneMatch);
        return item -> precondition.isMetBy(item == null ? null : item.version());
    }

    private static <T> T done(String sku, ItemOutcome<T> outcome) {
        return switch (outcome) {
            case ItemOutcome.Done<T> done -> done.value();
            case ItemOutcome.Refused<T> refused -> throw problemOf(sku, refused.why());
        };
    }

    private static ProblemException problemOf(String sku, ItemOutcome.Refusal refusal) {
        return switch (refusal) {
            case ItemOutcome.Unknown unused -> problem(ErrorCode.ITEM_NOT_FOUND, sku);
            case ItemOutcome.ChangedMeanwhile unused -> problem(ErrorCode.PRECONDITION_FAILED, sku);
            case ItemOutcome.KeyReused unused -> problem(ErrorCode.IDEMPOTENCY_KEY_REUSED, sku);
            case ItemOutcome.PolicyMissing unused ->
                ProblemException.invalid("policy", "must be named when the item is created");
            case ItemOutcome.TooMuch unused ->
                ProblemException.invalid("delta", "must not leave more than " + Item.MOST);
            case ItemOutcome.OnHandBelowReserved below ->
                problem(ErrorCode.ON_HAND_BELOW_RESERVED, sku).with("reserved", below.reserved());
            case ItemOutcome.PolicyInUse inUse ->
                problem(ErrorCode.POLICY_IN_USE, sku).with("policy", inUse.current());
            case ItemOutcome.InUse inUse ->
                problem(ErrorCode.ITEM_IN_USE, sku)
                        .with("reserved", inUse.reserved())
                        .with("queueLength", inUse.waiting());
        };
    }

    private static ProblemException problem(ErrorCode code, String sku) {
        return new ProblemException(code).with("sku", sku);
    }

    @GetMapping("/{sku}")
    ResponseEntity<ItemResponse> get(Caller caller, @PathVariable @Sku String sku) {
        return items.find(sku)
                .map(item -> answer(HttpStatus.OK, item, caller.isOperator(), null))
                .orElseThrow(() -> problem(ErrorCode.ITEM_NOT_FOUND, sku));
    }

    @GetMapping
    ItemPageResponse list(
            Caller caller,
            @RequestParam(required = false) @Nullable @Sku String after,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        Function<ItemSnapshot, ItemResponse> view =
                caller.isOperator() ? ItemResponse::listedForOperators : ItemResponse::forCustomers;
        return ItemPageResponse.of(
                Page.of(items.list(after, limit + 1), limit, ItemSnapshot::sku).map(view));
    }

    private ResponseEntity<ItemResponse> answer(
            HttpStatus status, ItemSnapshot item, boolean toOperator, @Nullable Long soldSinceSet) {
        ItemResponse response = toOperator
                ? ItemResponse.forOperators(item, queue.next(List.of(item.sku()), MOST_SHOWN), soldSinceSet)
                : ItemResponse.forCustomers(item);
        return ResponseEntity.status(status)
                .eTag(Precondition.tagOf(item.version()))
                .body(response);
    }

    /** @param next the value of {@code after} for the next page; absent on the last one */
    record ItemPageResponse(
            List<ItemResponse> items,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next) {

        static ItemPageResponse of(Page<ItemResponse, String> page) {
            return new ItemPageResponse(page.entries(), page.next());
        }
    }

    /** @param policy required for a new item; null to leave that of an existing one as it is */
    record ItemRequest(
            @NotNull @Min(0) @Max(Item.MOST) Integer onHand,
            @Nullable ClaimPolicy policy) {}

    record MovementRequest(
            @NotNull @Min(-Item.MOST) @Max(Item.MOST) Integer delta,
            @NotBlank @Size(max = 200) @PlainText String reason) {}

    /** @param next the value of {@code after} for the next page; absent on the last one */
    record MovementPageResponse(
            List<Movement> movements,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long next) {}
}
