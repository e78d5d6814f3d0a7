package dev.layeredsaga.messaging.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.payment.ChargeDeclined;
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
        MessageTypes<SagaEvent> types = MessageTypes.sealedUnder(SagaEvent.class);

        assertThat(types.find("SagaStuck")).isEqualTo(SagaEvent.SagaStuck.class);
        assertThat(types.find("SagaEvent")).isNull();
    }

    @Test
    void findsOnlyWhatItWasGiven() {
        MessageTypes<SagaReply> types = MessageTypes.of(List.of(ClaimConfirmed.class));

        assertThat(types.find("ClaimConfirmed")).isEqualTo(ClaimConfirmed.class);
        assertThat(types.find(ChargeDeclined.class.getSimpleName())).isNull();
    }
}
