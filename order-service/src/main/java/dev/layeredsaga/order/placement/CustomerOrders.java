package dev.layeredsaga.order.placement;

import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

/** Repository of all orders. */
interface CustomerOrders extends JpaRepository<CustomerOrder, UUID>, JpaSpecificationExecutor<CustomerOrder> {

    /** Locks the order's row until the transaction ends. */
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("SELECT o FROM CustomerOrder o WHERE o.id = :id")
    Optional<CustomerOrder> findForUpdate(UUID id);

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
