package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.engine.definition.Participant;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code orchestrator.payment}.
 *
 * @param participant where charges and refunds are carried out: {@code local} in this service, {@code kafka} in a payment service of
 *     the user's own that takes commands from {@code payment.commands}; default {@code local}. To be changed only while no saga is
 *     in flight, since the two do not know each other's payments.
 */
@ConfigurationProperties("orchestrator.payment")
public record PaymentSettings(@DefaultValue("local") Kind participant) {

    /** The kinds of payment participant. */
    public enum Kind {
        LOCAL,
        KAFKA
    }

    Participant toParticipant() {
        return switch (participant) {
            case LOCAL -> new Participant.Local("payment");
            case KAFKA -> new Participant.Remote("payment", Topics.PAYMENT_COMMANDS);
        };
    }
}
