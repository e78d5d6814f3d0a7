package dev.layeredsaga.orchestrator.payment.kafka;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.Subscription;
import dev.layeredsaga.messaging.listener.Subscriptions;
import dev.layeredsaga.messaging.payment.PaymentCommand;
import dev.layeredsaga.orchestrator.payment.PaymentWork;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Every poll of payment commands is decided in one transaction. */
@Configuration(proxyBeanMethods = false)
class PaymentCommands {

    @Bean
    Subscription paymentCommandSubscription(PaymentWork work, Subscriptions subscriptions) {
        return subscriptions.to(
                Topics.PAYMENT_COMMANDS,
                "payment-participant",
                MessageTypes.sealedUnder(PaymentCommand.class),
                work::handle);
    }
}
