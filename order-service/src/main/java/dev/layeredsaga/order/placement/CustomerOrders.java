package dev.layeredsaga.order.placement;

import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

/** Repository of all orders. */
public interface CustomerOrders extends JpaRepository<CustomerOrder, UUID>, JpaSpecificationExecutor<CustomerOrder> {

    /** Locks the order's row until the transaction ends. */
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("SELECT o FROM CustomerOrder o WHERE o.id = :id")
    Optional<CustomerOrder> findForUpdate(UUID id);

    /** Locks the rows, in the order of their ids, until the transaction ends. */
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("SELECT o FROM CustomerOrder o WHERE o.id IN :ids ORDER BY o.id")
    List<CustomerOrder> lockAll(Collection<UUID> ids);

    /**
     * Locks the rows of those that are pending, in the order of their ids, until the transaction ends. The status is compared in a way that
     * no index serves: the index of pending orders is full of ended ones between two vacuums. The columns are named, as a prepared
     * {@code SELECT *} fails once a newer version has added one.
     */
    @Query(nativeQuery = true, value = """
            SELECT id, key_owner, idempotency_key, fingerprint, customer_id, lines, total_amount, currency, payment_method, on_busy,
              held_claim, timing, reconcile_at, status, reason, cancellation_requested, returns, return_open,
              placed_at, updated_at, version
            FROM customer_order WHERE id = ANY (CAST(:ids AS uuid[])) AND status IS NOT DISTINCT FROM 'PENDING'
            ORDER BY id FOR NO KEY UPDATE
            """)
    List<CustomerOrder> lockPending(UUID[] ids);

    /**
     * Returns the orders with one of these idempotency keys, one caller and one value each, or one of these ids. The {@code OFFSET 0}
     * prevents a sequential scan, which the planner would choose while its statistics show few orders.
     */
    @Query(nativeQuery = true, value = """
            SELECT placed.* FROM unnest(CAST(:callers AS text[]), CAST(:values AS text[]), CAST(:ids AS uuid[])) AS wanted (owner, key, id),
              LATERAL (
                (SELECT * FROM customer_order WHERE key_owner = wanted.owner AND idempotency_key = wanted.key OFFSET 0)
                UNION ALL
                (SELECT * FROM customer_order WHERE id = wanted.id AND key_owner = '' OFFSET 0)
              ) AS placed
            """)
    List<CustomerOrder> findPlaced(String[] callers, String[] values, UUID[] ids);
}
