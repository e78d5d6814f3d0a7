package dev.layeredsaga.messaging.outbox;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a send that does not end by itself. The producer never gives up a message; when a topic disappears under it, everything
 * behind would wait for ever. Then the producer is replaced: what it had not sent yet is stuck if its topic is at fault, and left to
 * the sweep otherwise.
 */
final class SendWatch {

    private static final Logger log = LoggerFactory.getLogger(SendWatch.class);

    private static final Duration SUSPICIOUS = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final OutboxRelay relay;
    private final OutboxTopics topics;
    private final Runnable replaceProducer;

    SendWatch(OutboxRelay relay, OutboxTopics topics, Runnable replaceProducer) {
        this.relay = relay;
        this.topics = topics;
        this.replaceProducer = replaceProducer;
    }

    void check() {
        Duration waiting = relay.waiting();
        if (waiting.compareTo(SUSPICIOUS) >= 0
                && (topics.checkAll() || waiting.compareTo(LONGEST) >= 0)
                && relay.waiting().compareTo(SUSPICIOUS) >= 0) {
            log.warn("the broker has not answered for {} s: replacing the producer", waiting.toSeconds());
            replaceProducer.run();
        }
    }
}
