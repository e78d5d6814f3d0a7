package dev.layeredsaga.paymentstub.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.fault.Scenario;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/** Test classes that are run only by {@link PaymentStubTest}. */
final class Samples {

    /** The ports that the samples were given. */
    static final Queue<Integer> PORTS = new ConcurrentLinkedQueue<>();

    private static final CyclicBarrier TOGETHER = new CyclicBarrier(2);

    private Samples() {}

    static int pay(StubbedGateway gateway, String key, String order, String method)
            throws IOException, InterruptedException {
        String body = """
                {"orderId": "%s", "amount": 1990, "currency": "KRW", "method": "%s"}""".formatted(order, method);
        var request = HttpRequest.newBuilder(URI.create(gateway.url() + "/v1/payments"))
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body))
                .build();
        try (var client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.discarding()).statusCode();
        }
    }

    @PaymentStub
    static class Injected {

        private final StubbedGateway gateway;

        Injected(StubbedGateway gateway) {
            this.gateway = gateway;
        }

        @BeforeAll
        static void beforeAll(StubbedGateway gateway) {
            PORTS.add(gateway.port());
        }

        @BeforeEach
        void beforeEach(StubbedGateway same) {
            assertThat(same).isSameAs(gateway);
        }

        @Test
        void test(StubbedGateway same) {
            assertThat(same).isSameAs(gateway);
            PORTS.add(same.port());
        }
    }

    @PaymentStub
    @TestInstance(Lifecycle.PER_CLASS)
    static class OneInstance {

        private final StubbedGateway gateway;

        OneInstance(StubbedGateway gateway) {
            this.gateway = gateway;
        }

        @Test
        void first(StubbedGateway same) {
            assertThat(same).isSameAs(gateway);
        }

        @Test
        void second(StubbedGateway same) {
            assertThat(same).isSameAs(gateway);
        }
    }

    @PaymentStub
    static class Repeated {

        @BeforeEach
        void theStubIsAsNew(StubbedGateway gateway) throws IOException, InterruptedException {
            gateway.assertThatOrder("order").isChargedNothing().wasCalled(0);
            gateway.willMeet(Scenario.UNAVAILABLE_503).times(1);
            assertThat(pay(gateway, "key", "order", "pm_ok")).isEqualTo(503);
        }

        @Test
        void first(StubbedGateway gateway) throws IOException, InterruptedException {
            assertThat(pay(gateway, "key", "order", "pm_ok")).isEqualTo(201);
            gateway.willMeet(Scenario.OUTAGE);
        }

        @Test
        void second(StubbedGateway gateway) throws IOException, InterruptedException {
            assertThat(pay(gateway, "key", "order", "pm_ok")).isEqualTo(201);
            gateway.willMeet(Scenario.OUTAGE);
        }
    }

    @PaymentStub(resetBeforeEach = false)
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    static class Kept {

        @Test
        @Order(1)
        void pays(StubbedGateway gateway) throws IOException, InterruptedException {
            pay(gateway, "key", "order", "pm_ok");
        }

        @Test
        @Order(2)
        void isStillPaid(StubbedGateway gateway) {
            gateway.assertThatOrder("order").isChargedExactlyOnce(1_990, "KRW");
        }
    }

    @PaymentStub
    static class Outer {

        @Test
        void outer(StubbedGateway gateway) {
            PORTS.add(gateway.port());
        }

        @Nested
        class Inner {

            @Test
            void inner(StubbedGateway gateway) {
                PORTS.add(gateway.port());
            }

            @Nested
            @PaymentStub
            class Innermost {

                @Test
                void innermost(StubbedGateway gateway) {
                    PORTS.add(gateway.port());
                }
            }
        }
    }

    static class Inherits extends Injected {

        Inherits(StubbedGateway gateway) {
            super(gateway);
        }
    }

    /** Waits for its twin before and after the charge, so that both have a charge under the same key at the same time. */
    @PaymentStub
    abstract static class Twin {

        @Test
        void paysWhileTheOtherDoes(StubbedGateway gateway) throws Exception {
            PORTS.add(gateway.port());
            TOGETHER.await();
            assertThat(pay(gateway, "key", "order", "pm_ok")).isEqualTo(201);
            TOGETHER.await();
            gateway.assertThatOrder("order").isChargedExactlyOnce(1_990, "KRW").wasCalled(1);
        }
    }

    static class FirstTwin extends Twin {}

    static class SecondTwin extends Twin {}

    @PaymentStub
    static class Failing {

        @Test
        void chargedTwice(StubbedGateway gateway) throws IOException, InterruptedException {
            pay(gateway, "key-1", "order", "pm_ok");
            pay(gateway, "key-2", "order", "pm_ok");
            gateway.assertThatOrder("order").isChargedExactlyOnce(1_990, "KRW");
        }

        @Test
        void audited(StubbedGateway gateway) throws IOException, InterruptedException {
            pay(gateway, "key-1", "order", "pm_ok");
            pay(gateway, "key-2", "order", "pm_ok");
            gateway.assertAuditHolds();
        }
    }
}
