package dev.layeredsaga.messaging.listener;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.event.ConsumerStoppedEvent;
import org.springframework.kafka.event.ConsumerStoppedEvent.Reason;

/**
 * Says that the service is not live any more when one of its consumers has ended by anything but being stopped, such as an
 * {@link Error}: it would answer requests and handle no message, for ever. The liveness probe has it restarted.
 */
record StoppedConsumers(ApplicationEventPublisher publisher) {

    private static final Logger log = LoggerFactory.getLogger(StoppedConsumers.class);

    @EventListener
    void on(ConsumerStoppedEvent event) {
        if (event.getReason() != Reason.NORMAL) {
            log.error("a consumer has ended ({}); the service has to be restarted: {}", event.getReason(), event);
            AvailabilityChangeEvent.publish(publisher, event, LivenessState.BROKEN);
        }
    }
}
