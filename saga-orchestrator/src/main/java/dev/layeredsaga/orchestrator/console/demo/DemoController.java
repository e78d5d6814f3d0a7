package dev.layeredsaga.orchestrator.console.demo;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.Wording;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import dev.layeredsaga.orchestrator.console.peer.Peers;
import java.util.List;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Demonstrations: places orders through the order API, and sets the faults of the payment stub. */
@ConsoleController
record DemoController(Pages pages, Peers peers) {

    private record Products(List<Product> products) {}

    private record Product(String sku) {}

    private record Order(String orderId) {}

    @GetMapping("/console/demo")
    ResponseEntity<String> page(Caller caller, CsrfToken csrf) {
        PeerAnswer<Products> products = peers.orders().get(Products.class, "/products?limit=100");
        return pages.page(
                HttpStatus.OK,
                "demo.jte",
                new DemoPage(
                        pages.shell("Demo", caller, csrf),
                        products.known().map(Products::products).orElse(List.of()).stream()
                                .map(Product::sku)
                                .toList(),
                        products.problem()));
    }

    @PostMapping("/console/demo/orders")
    ResponseEntity<String> place(@RequestBody OrderForm form) {
        if (form.count() == 0) {
            return result(HttpStatus.BAD_REQUEST, false, "Place 1 to 20 orders at once.");
        }
        String last = "";
        for (int i = 0; i < form.count(); i++) {
            PeerAnswer<Order> placed = peers.orders().send(HttpMethod.POST, form.body(), Order.class, "/orders");
            if (placed.known().isEmpty()) {
                return result(
                        HttpStatus.CONFLICT,
                        false,
                        Wording.count(i, "order") + " placed; the next was refused: " + placed.problem() + ".");
            }
            last = placed.known().get().orderId();
        }
        return result(
                HttpStatus.OK, true, Wording.count(form.count(), "order") + " placed, the last one " + last + ".");
    }

    @GetMapping("/console/demo/faults")
    ResponseEntity<String> faults() {
        return pages.fragment("faults.jte", new Faults(peers.gateway().get(Faults.Active.class, "/faults")));
    }

    @PostMapping("/console/demo/faults")
    ResponseEntity<String> set(@RequestBody FaultForm form) {
        PeerAnswer<?> answer;
        try {
            answer = form.ends()
                    ? peers.gateway().send(HttpMethod.DELETE, null, Void.class, "/faults")
                    : peers.gateway().send(HttpMethod.PUT, form.body(), Object.class, "/faults");
        } catch (NumberFormatException e) {
            return result(HttpStatus.BAD_REQUEST, false, "Probability and times are numbers.");
        }
        return answer.isDone()
                ? result(HttpStatus.OK, true, form.ends() ? "No fault is set any more." : form.scenario() + " is set.")
                : result(HttpStatus.CONFLICT, false, "Not set: " + answer.problem() + ".");
    }

    private ResponseEntity<String> result(HttpStatus status, boolean accepted, String text) {
        return pages.result(status, accepted, text, "demo-changed");
    }
}
