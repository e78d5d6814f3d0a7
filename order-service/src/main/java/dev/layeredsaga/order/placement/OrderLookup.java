package dev.layeredsaga.order.placement;

import jakarta.persistence.criteria.Predicate;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.domain.Specification;
import org.springframework.stereotype.Service;

/** Finds orders. */
@Service
public final class OrderLookup {

    private static final Sort NEWEST_FIRST = Sort.by(Sort.Direction.DESC, "id");

    private final CustomerOrders orders;

    OrderLookup(CustomerOrders orders) {
        this.orders = orders;
    }

    public Optional<CustomerOrder> find(UUID id) {
        return orders.findById(id);
    }

    public List<CustomerOrder> findAll(Collection<UUID> ids) {
        return orders.findAllById(ids);
    }

    /**
     * Returns up to {@code limit} orders, newest first; criteria that are null are not applied.
     *
     * @param after the last order of the previous page; only orders placed before it are listed
     */
    public List<CustomerOrder> list(
            @Nullable String customerId, @Nullable OrderStatus status, @Nullable UUID after, int limit) {
        Specification<CustomerOrder> filter = (order, query, criteria) -> criteria.and(Stream.of(
                        customerId == null ? null : criteria.equal(order.get("customerId"), customerId),
                        status == null ? null : criteria.equal(order.get("status"), status),
                        after == null ? null : criteria.lessThan(order.<UUID>get("id"), after))
                .filter(Objects::nonNull)
                .toArray(Predicate[]::new));
        return orders.findBy(
                filter, matching -> matching.sortBy(NEWEST_FIRST).limit(limit).all());
    }
}
