package dev.layeredsaga.testbed.bench.ordinary.payment;

import dev.layeredsaga.testbed.bench.ordinary.Calls;
import jakarta.persistence.*;
import java.util.*;
import java.util.Locale;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/** Charges customers at the payment gateway. */
@SpringBootApplication
@EnableJpaRepositories(considerNestedRepositories = true)
public class PaymentApplication {

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        SpringApplication.run(PaymentApplication.class, arguments);
    }

    @Bean
    RestClient gateway(@Value("${ordinary.gateway}") String url, @Value("${ordinary.gateway-key}") String key) {
        return Calls.to(url).defaultHeader("Authorization", "Bearer " + key).build();
    }

    /** An order's payment. */
    @Entity(name = "Payment")
    static class Payment {

        @Id
        UUID orderId;

        long amount;
        String currency;

        /** Null until the gateway has decided. */
        Boolean captured;

        @Version
        Long version;
    }

    interface Payments extends JpaRepository<Payment, UUID> {}

    /** Stores the intention, asks the gateway with the order's id as idempotency key, stores the answer. Idempotent by order. */
    @RestController
    record PaymentController(Payments payments, RestClient gateway) {

        @PutMapping("/payments/{orderId}")
        boolean pay(@PathVariable UUID orderId, @RequestBody Calls.Payment request) {
            Payment payment = payments.findById(orderId).orElseGet(() -> open(orderId, request));
            if (payment.captured == null) {
                payment.captured = charge(orderId, request);
                payments.save(payment);
            }
            return payment.captured;
        }

        private Payment open(UUID orderId, Calls.Payment request) {
            Payment payment = new Payment();
            payment.orderId = orderId;
            payment.amount = request.amount();
            payment.currency = request.currency();
            return payments.save(payment);
        }

        private boolean charge(UUID orderId, Calls.Payment request) {
            try {
                gateway.post()
                        .uri("/v1/payments")
                        .header("Idempotency-Key", orderId.toString())
                        .body(Map.of(
                                "orderId", orderId,
                                "amount", request.amount(),
                                "currency", request.currency(),
                                "method", request.method()))
                        .retrieve()
                        .toBodilessEntity();
                return true;
            } catch (HttpClientErrorException e) {
                if (e.getStatusCode() == HttpStatus.PAYMENT_REQUIRED) {
                    return false;
                }
                throw e;
            }
        }
    }
}
