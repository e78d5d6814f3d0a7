package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Payments made by a service of the user's own, which the test plays, over {@code payment.commands}. */
@Tag("outage")
class PaymentServiceOverKafkaTest {

    private static final Money PRICE = new Money(1990, "KRW");

    private static EmbeddedInfrastructure servers;
    private static OrchestratorInstance service;

    /** On a broker of its own: instances of one group take their messages from each other. */
    @BeforeAll
    static void start() {
        servers = EmbeddedInfrastructure.start(EmbeddedSettings.forTests());
        Map<String, String> settings = new HashMap<>(SharedInfrastructure.springProperties("payments_elsewhere"));
        settings.put("spring.kafka.bootstrap-servers", servers.kafkaBootstrapServers());
        service = OrchestratorInstance.startOn(settings, "--orchestrator.payment.participant=kafka");
    }

    @AfterAll
    static void stop() {
        service.close();
        servers.close();
    }

    @Test
    void confirmsAnOrderThatTheServiceCharged() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok", service);
        order.stockIsClaimed();

        ConsumerRecord<String, String> command = awaitCommand(order, "ChargePayment");
        assertThat(command.value()).contains("\"amount\":1990").contains("pm_ok");
        order.reply("pay", attempt -> new ChargeCaptured(attempt, "elsewhere-1", PRICE));
        order.awaitStep("confirm");
        order.reply("confirm", ClaimConfirmed::new);

        order.awaitStatus("COMPLETED");
        assertThat(ownPaymentsOf(order)).isZero();
    }

    @Test
    void compensatesAnOrderThatTheServiceDeclined() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok", service);
        order.stockIsClaimed();

        awaitCommand(order, "ChargePayment");
        order.reply("pay", attempt -> new ChargeDeclined(attempt, "insufficient_funds"));
        order.awaitStep("reserve");
        order.reply("reserve", ClaimReleased::new);

        order.awaitStatus("COMPENSATED");
    }

    @Test
    void hasTheServiceRefundACancelledOrder() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok", service);
        order.stockIsClaimed();
        awaitCommand(order, "ChargePayment");
        order.reply("pay", attempt -> new ChargeCaptured(attempt, "elsewhere-2", PRICE));
        order.awaitStep("confirm");
        order.cancel();

        awaitCommand(order, "RefundPayment");
        order.reply("pay", attempt -> new RefundMade(attempt, PRICE));
        order.awaitStep("reserve");
        order.reply("reserve", ClaimReleased::new);

        order.awaitStatus("COMPENSATED");
    }

    private static ConsumerRecord<String, String> awaitCommand(PlacedOrder order, String type) {
        return await().until(
                        () -> commandsTo(order).stream()
                                .filter(command -> type.equals(PublishedRecords.header(command, "ce_type")))
                                .findFirst(),
                        command -> command.isPresent())
                .orElseThrow();
    }

    private static List<ConsumerRecord<String, String>> commandsTo(PlacedOrder order) {
        return new PublishedRecords(servers.kafkaBootstrapServers(), Topics.PAYMENT_COMMANDS).of(order.id());
    }

    private static int ownPaymentsOf(PlacedOrder order) {
        return service.database()
                .sql("SELECT count(*) FROM payment WHERE saga_id = ?")
                .param(order.id())
                .query(Integer.class)
                .single();
    }
}
