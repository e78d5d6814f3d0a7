package dev.layeredsaga.inventory.item.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.chassis.http.Precondition;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.validation.Sku;
import dev.layeredsaga.inventory.item.ClaimPolicy;
import dev.layeredsaga.inventory.item.ItemOutcome;
import dev.layeredsaga.inventory.item.ItemSnapshot;
import dev.layeredsaga.inventory.item.Items;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.inventory.web.ErrorCode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
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
            @PathVariable @Sku String sku,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable String ifNoneMatch,
            @RequestBody @Valid ItemRequest request) {
        Precondition precondition = Precondition.of(ifMatch, ifNoneMatch);
        return switch (items.put(
                sku,
                request.onHand(),
                request.policy(),
                item -> precondition.isMetBy(item == null ? null : item.version()))) {
            case ItemOutcome.Created created -> answer(HttpStatus.CREATED, created.item(), true);
            case ItemOutcome.Updated updated -> answer(HttpStatus.OK, updated.item(), true);
            case ItemOutcome.ChangedMeanwhile changed ->
                throw new ProblemException(ErrorCode.PRECONDITION_FAILED).with("sku", sku);
            case ItemOutcome.PolicyMissing unused ->
                throw ProblemException.invalid("policy", "must be named when the item is created");
            case ItemOutcome.OnHandBelowReserved below ->
                throw new ProblemException(ErrorCode.ON_HAND_BELOW_RESERVED)
                        .with("sku", sku)
                        .with("reserved", below.reserved());
            case ItemOutcome.PolicyInUse inUse ->
                throw new ProblemException(ErrorCode.POLICY_IN_USE)
                        .with("sku", sku)
                        .with("policy", inUse.current());
        };
    }

    @GetMapping("/{sku}")
    ResponseEntity<ItemResponse> get(Caller caller, @PathVariable @Sku String sku) {
        return items.find(sku)
                .map(item -> answer(HttpStatus.OK, item, caller.isOperator()))
                .orElseThrow(() -> new ProblemException(ErrorCode.ITEM_NOT_FOUND).with("sku", sku));
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

    private ResponseEntity<ItemResponse> answer(HttpStatus status, ItemSnapshot item, boolean toOperator) {
        ItemResponse response = toOperator
                ? ItemResponse.forOperators(item, queue.next(List.of(item.sku()), MOST_SHOWN))
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
            @NotNull @Min(0) @Max(1_000_000_000) Integer onHand,
            @Nullable ClaimPolicy policy) {}
}
