package dev.layeredsaga.messaging.listener;

/** Who of a {@link JointListener} handles what comes with a topic. Made by {@link Subscriptions}. */
public final class Subscription {

    private final String topic;
    private final MessageConsumer<?> consumer;

    /** @param consumer its transactions join the caller's, and hold nothing else */
    Subscription(String topic, MessageConsumer<?> consumer) {
        this.topic = topic;
        this.consumer = consumer;
    }

    String topic() {
        return topic;
    }

    MessageConsumer<?> consumer() {
        return consumer;
    }
}
