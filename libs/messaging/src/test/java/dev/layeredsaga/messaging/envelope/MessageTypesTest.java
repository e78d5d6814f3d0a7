package dev.layeredsaga.messaging.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.contract.MessageType;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageTypesTest {

    @Test
    void findsEveryRecordBelowASealedInterface() {
        MessageTypes<InventoryCommand> types = MessageTypes.sealedUnder(InventoryCommand.class);

        assertThat(types.find("ClaimStock")).isEqualTo(ClaimStock.class);
    }

    @Test
    void findsRecordsNestedInTheirInterface() {
        MessageTypes<SagaEvent> types = MessageTypes.sealedUnder(OrderSagaEvent.class, EngineEvent.class);

        assertThat(types.find("SagaStuck")).isEqualTo(EngineEvent.SagaStuck.class);
        assertThat(types.find("StockReleased")).isEqualTo(OrderSagaEvent.StockReleased.class);
        assertThat(types.find("EngineEvent")).isNull();
    }

    @Test
    void findsOnlyWhatItWasGiven() {
        MessageTypes<SagaReply> types = MessageTypes.of(List.of(ClaimConfirmed.class));

        assertThat(types.find("ClaimConfirmed")).isEqualTo(ClaimConfirmed.class);
        assertThat(types.find(ChargeDeclined.class.getSimpleName())).isNull();
    }

    @Test
    void takesTheTypeThatARecordNames() {
        MessageTypes<Object> types = MessageTypes.of(List.of(Shop.Opened.class, Museum.Opened.class));

        assertThat(types.find("Opened")).isEqualTo(Shop.Opened.class);
        assertThat(types.find("museum.Opened")).isEqualTo(Museum.Opened.class);
        assertThat(OutgoingMessage.of("topic", "key", new Museum.Opened()).type())
                .isEqualTo("museum.Opened");
    }

    @Test
    void hasARecordForAllOtherTypesIfOneIsNamed() {
        MessageTypes<Object> types = MessageTypes.of(List.of(Shop.Opened.class));

        assertThat(types.find("Closed")).isNull();
        assertThat(types.orElse(Bar.Opened.class).find("Closed")).isEqualTo(Bar.Opened.class);
        assertThat(types.orElse(Bar.Opened.class).find("Opened")).isEqualTo(Shop.Opened.class);
    }

    @Test
    void refusesTwoRecordsOfOneType() {
        assertThatThrownBy(() -> MessageTypes.of(List.of(Shop.Opened.class, Bar.Opened.class)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("message type 'Opened' is both %s and %s; name one of them by @MessageType"
                        .formatted(Shop.Opened.class.getName(), Bar.Opened.class.getName()));
    }

    interface Shop {
        record Opened() {}
    }

    interface Bar {
        record Opened() {}
    }

    interface Museum {
        @MessageType("museum.Opened")
        record Opened() {}
    }
}
