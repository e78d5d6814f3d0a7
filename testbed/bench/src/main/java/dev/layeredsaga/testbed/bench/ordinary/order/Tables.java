package dev.layeredsaga.testbed.bench.ordinary.order;

import dev.layeredsaga.testbed.bench.ordinary.Calls.Line;
import jakarta.persistence.*;
import java.time.Instant;
import java.util.*;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.NativeQuery;

/** The entities of orders and their repositories. */
final class Tables {

    private Tables() {}

    /** An order and how far it has come. */
    @Entity(name = "PurchaseOrder")
    @Table(uniqueConstraints = @UniqueConstraint(columnNames = {"customerId", "idempotencyKey"}))
    static class PurchaseOrder {

        @Id
        UUID id = UUID.randomUUID();

        String customerId;
        String idempotencyKey;
        String paymentMethod;
        long amount;
        String currency;
        Instant placedAt = Instant.now();

        @Enumerated(EnumType.STRING)
        Status status = Status.PLACED;

        @JdbcTypeCode(SqlTypes.JSON)
        List<Line> lines;

        @Version
        Long version;

        enum Status {
            PLACED,
            RESERVED,
            PAID,
            DECLINED,
            CONFIRMED,
            REJECTED;

            boolean isFinal() {
                return this == CONFIRMED || this == REJECTED;
            }
        }
    }

    interface Orders extends JpaRepository<PurchaseOrder, UUID> {

        Optional<PurchaseOrder> findByCustomerIdAndIdempotencyKey(String customerId, String idempotencyKey);

        @NativeQuery("SELECT id FROM purchase_order WHERE status NOT IN ('CONFIRMED','REJECTED') AND placed_at < ?1")
        List<UUID> findUnfinishedPlacedBefore(Instant time);
    }

    /** A product and its price. */
    @Entity(name = "Product")
    static class Product {

        @Id
        String sku;

        long unitPrice;
        String currency;
    }

    interface Products extends JpaRepository<Product, String> {}

    /** An event to be published. */
    @Entity(name = "OutboxMessage")
    static class OutboxMessage {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        Long id;

        UUID orderId;
        String type;

        @Column(columnDefinition = "text")
        String payload;
    }

    interface Outbox extends JpaRepository<OutboxMessage, Long> {

        @NativeQuery("SELECT * FROM outbox_message ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED")
        List<OutboxMessage> findNext();
    }
}
