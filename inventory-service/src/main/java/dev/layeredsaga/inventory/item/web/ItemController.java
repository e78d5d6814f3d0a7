package dev.layeredsaga.inventory.item.web;

import dev.layeredsaga.inventory.item.ItemOutcome;
import dev.layeredsaga.inventory.item.ItemSnapshot;
import dev.layeredsaga.inventory.item.Items;
import dev.layeredsaga.inventory.line.WaitingLine;
import dev.layeredsaga.inventory.web.ApiProblem;
import dev.layeredsaga.inventory.web.ErrorCode;
import jakarta.validation.Valid;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/items/{sku}")
class ItemController {

    private static final int MOST_SHOWN = 100;

    private final Items items;
    private final WaitingLine line;

    ItemController(Items items, WaitingLine line) {
        this.items = items;
        this.line = line;
    }

    @PutMapping
    ResponseEntity<ItemResponse> put(@PathVariable @Sku String sku, @RequestBody @Valid ItemRequest request) {
        return switch (items.put(sku, request.onHand(), request.policyOrDefault())) {
            case ItemOutcome.Created created ->
                ResponseEntity.status(HttpStatus.CREATED).body(response(created.item()));
            case ItemOutcome.Updated updated -> ResponseEntity.ok(response(updated.item()));
            case ItemOutcome.OnHandBelowReserved below ->
                throw ApiProblem.of(ErrorCode.ON_HAND_BELOW_RESERVED)
                        .with("sku", sku)
                        .with("reserved", below.reserved());
            case ItemOutcome.PolicyInUse inUse ->
                throw ApiProblem.of(ErrorCode.POLICY_IN_USE).with("sku", sku).with("policy", inUse.current());
        };
    }

    @GetMapping
    ItemResponse get(@PathVariable @Sku String sku) {
        return items.find(sku)
                .map(this::response)
                .orElseThrow(() -> ApiProblem.of(ErrorCode.ITEM_NOT_FOUND).with("sku", sku));
    }

    private ItemResponse response(ItemSnapshot item) {
        return ItemResponse.of(item, line.next(List.of(item.sku()), MOST_SHOWN));
    }
}
