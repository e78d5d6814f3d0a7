package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.failure.NotHereException;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A service that writes down each order it receives, with the transaction that did so; some customers are difficult. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Shop {

    /** The prefix of customers that the database refuses. */
    static final String POISONOUS = "poisonous";

    static final String OF_ANOTHER_RELEASE = "customer of another release";
    static final String ONLY_ELSEWHERE = "this release does not know the customer";
    static final String UNLUCKY = "unlucky";
    static final String FORGETFUL = "forgetful";
    static final int BAD_LUCK = 12;

    private final JdbcTemplate jdbc;
    private final IdempotentConsumer<OrderEvent> consumer;
    private final TransactionTemplate transaction;
    private volatile @Nullable RuntimeException bug;
    private volatile @Nullable RuntimeException broken;
    private volatile boolean knowsAll;
    private final AtomicInteger unlucky = new AtomicInteger();

    Shop(JdbcTemplate jdbc, ConsumerParts parts, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.consumer = new IdempotentConsumer<>(
                "shop", "shop", MessageTypes.sealedUnder(OrderEvent.class), parts, this::inTransaction);
        this.transaction = new TransactionTemplate(transactions);
        jdbc.execute(
                "CREATE TABLE received (customer text NOT NULL CHECK (customer NOT LIKE 'poisonous%'), transaction text NOT NULL)");
    }

    @KafkaListener(id = "shop", topics = Topics.ORDERS_EVENTS, autoStartup = "false", concurrency = "1")
    void receive(List<ConsumerRecord<String, byte[]>> records) {
        RuntimeException failure = broken;
        if (failure != null) {
            throw failure;
        }
        consumer.handle(records);
    }

    private void inTransaction(Batch<OrderEvent> batch) {
        transaction.executeWithoutResult(status -> handle(batch.admit()));
    }

    private void handle(List<IncomingMessage<OrderEvent>> messages) {
        Set<String> elsewhere = messages.stream()
                .filter(message -> !knowsAll
                        && message.payload() instanceof OrderPlaced placed
                        && placed.customerId().equals(OF_ANOTHER_RELEASE))
                .map(IncomingMessage::key)
                .collect(Collectors.toSet());
        if (!elsewhere.isEmpty()) {
            throw new NotHereException(ONLY_ELSEWHERE, elsewhere);
        }
        for (IncomingMessage<OrderEvent> message : messages) {
            if (message.payload() instanceof OrderPlaced placed) {
                handle(placed.customerId());
            }
        }
    }

    private void handle(String customer) {
        RuntimeException current = bug;
        if (current != null) {
            throw current;
        }
        if (customer.equals(FORGETFUL) && customers().contains(customer)) {
            throw new IllegalStateException("this customer comes once");
        }
        jdbc.update("INSERT INTO received VALUES (?, txid_current()::text)", customer);
        if (customer.equals(UNLUCKY) && unlucky.incrementAndGet() <= BAD_LUCK) {
            throw new TransientDataAccessResourceException("bad luck");
        }
    }

    /** A new release, whatever it does with orders. */
    void release(@Nullable RuntimeException newBug) {
        bug = newBug;
    }

    /** A new release, which knows what those of another release are. */
    void knowsAll(boolean all) {
        knowsAll = all;
    }

    /** Has the listener itself fail. */
    void breakListener(@Nullable RuntimeException failure) {
        broken = failure;
    }

    List<@Nullable String> customers() {
        return jdbc.queryForList("SELECT customer FROM received", String.class);
    }

    List<@Nullable String> transactions() {
        return jdbc.queryForList("SELECT DISTINCT transaction FROM received", String.class);
    }
}
