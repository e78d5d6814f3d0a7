package dev.layeredsaga.order.product.web;

import dev.layeredsaga.order.product.Product;
import dev.layeredsaga.order.product.Products;
import dev.layeredsaga.order.web.ErrorCode;
import dev.layeredsaga.order.web.ProblemException;
import dev.layeredsaga.order.web.Sku;
import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/products/{sku}", produces = "application/json")
final class ProductController {

    private final Products products;

    ProductController(Products products) {
        this.products = products;
    }

    @PutMapping(consumes = "application/json")
    ResponseEntity<Product> put(@PathVariable @Sku String sku, @Valid @RequestBody ProductRequest request) {
        Product product = request.toProduct(sku);
        boolean created = products.put(product);
        return ResponseEntity.status(created ? HttpStatus.CREATED : HttpStatus.OK)
                .body(product);
    }

    @GetMapping
    Product get(@PathVariable @Sku String sku) {
        return products.find(sku).orElseThrow(() -> new ProblemException(ErrorCode.PRODUCT_NOT_FOUND));
    }
}
