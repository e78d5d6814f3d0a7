package dev.layeredsaga.order.product.web;

import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.order.product.Product;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** @param next the value of {@code after} for the next page; absent on the last one */
record ProductPageView(List<Product> products, @Nullable String next) {

    static ProductPageView of(Page<Product, String> page) {
        return new ProductPageView(page.entries(), page.next());
    }
}
