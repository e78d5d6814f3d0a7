package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimExtended;
import dev.layeredsaga.contract.inventory.ClaimQueued;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.payment.ChargeUnknown;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.definition.EndEvents;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Brings the order saga to the engine, with the replies it is answered by. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({OrderSagaSettings.class, PaymentSettings.class})
@Import({OrderSagas.class, OrderQueries.class})
class OrderSagaConfiguration {

    @Bean
    SagaDefinition<OrderSagaData> orderSaga(OrderSagaSettings settings, PaymentSettings payment) {
        return new OrderSaga(settings, payment.toParticipant()).definition();
    }

    @Bean
    EndEvents orderEndEvents() {
        return new OrderEndEvents();
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
