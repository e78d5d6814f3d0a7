package dev.layeredsaga.order.product.web;

import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.chassis.http.Precondition;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.chassis.validation.PlainText;
import dev.layeredsaga.chassis.validation.Sku;
import dev.layeredsaga.order.product.Product;
import dev.layeredsaga.order.product.Products;
import dev.layeredsaga.order.web.ErrorCode;
import dev.layeredsaga.order.web.MoneyRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/products", produces = "application/json")
record ProductController(Products products) {

    @PutMapping(path = "/{sku}", consumes = "application/json")
    ResponseEntity<Product> put(
            @PathVariable @Sku String sku,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable String ifNoneMatch,
            @Valid @RequestBody ProductRequest request) {
        Product product = request.toProduct(sku);
        return switch (products.put(product, Precondition.of(ifMatch, ifNoneMatch)::isMetBy)) {
            case Products.Outcome.Created created -> answer(HttpStatus.CREATED, product, created.version());
            case Products.Outcome.Replaced replaced -> answer(HttpStatus.OK, product, replaced.version());
            case Products.Outcome.ConditionFailed unused ->
                throw new ProblemException(ErrorCode.PRECONDITION_FAILED).with("sku", sku);
        };
    }

    @DeleteMapping("/{sku}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void retire(
            @PathVariable @Sku String sku,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        if (!products.retire(sku, Precondition.of(ifMatch, null)::isMetBy)) {
            throw new ProblemException(ErrorCode.PRECONDITION_FAILED).with("sku", sku);
        }
    }

    @GetMapping("/{sku}")
    ResponseEntity<Product> get(@PathVariable @Sku String sku) {
        return products.find(sku)
                .map(stored -> answer(HttpStatus.OK, stored.product(), stored.version()))
                .orElseThrow(() -> new ProblemException(ErrorCode.PRODUCT_NOT_FOUND));
    }

    @GetMapping
    ProductPageView list(
            @RequestParam(required = false) @Nullable @Sku String after,
            @RequestParam(defaultValue = "20") @Range(min = 1, max = 100) int limit) {
        return ProductPageView.of(Page.of(products.list(after, limit + 1), limit, Product::sku));
    }

    private static ResponseEntity<Product> answer(HttpStatus status, Product product, long version) {
        return ResponseEntity.status(status).eTag(Precondition.tagOf(version)).body(product);
    }

    /** @param next the value of {@code after} for the next page; absent on the last one */
    record ProductPageView(List<Product> products, @Nullable String next) {

        static ProductPageView of(Page<Product, String> page) {
            return new ProductPageView(page.entries(), page.next());
        }
    }

    record ProductRequest(
            @NotBlank @Size(max = 200) @PlainText String name,
            @NotNull @Valid MoneyRequest unitPrice) {

        Product toProduct(String sku) {
            return new Product(sku, name, unitPrice.toMoney());
        }
    }
}
