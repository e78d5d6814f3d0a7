package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.inventory.ClaimConfirmed;
import dev.layeredsaga.messaging.inventory.ClaimExtended;
import dev.layeredsaga.messaging.inventory.ClaimQueued;
import dev.layeredsaga.messaging.inventory.ClaimRefused;
import dev.layeredsaga.messaging.inventory.ClaimReleased;
import dev.layeredsaga.messaging.inventory.StockClaimed;
import dev.layeredsaga.messaging.payment.ChargeCaptured;
import dev.layeredsaga.messaging.payment.ChargeDeclined;
import dev.layeredsaga.messaging.payment.ChargeNotMade;
import dev.layeredsaga.messaging.payment.ChargeUnknown;
import dev.layeredsaga.messaging.payment.RefundFailed;
import dev.layeredsaga.messaging.payment.RefundMade;
import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.orchestrator.engine.Participant;
import dev.layeredsaga.orchestrator.engine.SagaDefinition;
import dev.layeredsaga.orchestrator.engine.SagaEngine;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Brings the order saga to the engine, with the replies it is answered by. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({OrderSagaSettings.class, PaymentSettings.class})
class OrderSagaConfiguration {

    @Bean
    SagaDefinition<OrderSagaData> orderSaga(OrderSagaSettings settings, PaymentSettings payment) {
        return new OrderSaga(settings, payment.toParticipant()).definition();
    }

    @Bean
    Participant inventory() {
        return OrderSaga.INVENTORY;
    }

    @Bean
    Participant payment(PaymentSettings settings) {
        return settings.toParticipant();
    }

    @Bean
    OrderSagas orderSagas(SagaEngine engine, SagaDefinition<OrderSagaData> orderSaga) {
        return new OrderSagas(engine, orderSaga);
    }

    @Bean
    MessageTypes<SagaReply> replyTypes() {
        return MessageTypes.of(List.of(
                StockClaimed.class,
                ClaimQueued.class,
                ClaimRefused.class,
                ClaimConfirmed.class,
                ClaimExtended.class,
                ClaimReleased.class,
                ChargeCaptured.class,
                ChargeDeclined.class,
                ChargeNotMade.class,
                ChargeUnknown.class,
                RefundMade.class,
                RefundFailed.class));
    }
}
