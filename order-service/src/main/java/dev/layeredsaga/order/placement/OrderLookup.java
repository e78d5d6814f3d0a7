package dev.layeredsaga.order.placement;

import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.time.Instant;
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

    private static final Sort NEWEST_FIRST = Sort.by(Sort.Direction.DESC, "placedAt", "id");

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
     * @param after the last order of the previous page; only orders placed before it are listed, and none if it has been removed, as those
     *     before it have been, too
     */
    public List<CustomerOrder> list(
            @Nullable String customerId, @Nullable OrderStatus status, @Nullable UUID after, int limit) {
        CustomerOrder last = after == null ? null : orders.findById(after).orElse(null);
        if (after != null && last == null) {
            return List.of();
        }
        Specification<CustomerOrder> filter = (order, query, criteria) -> criteria.and(Stream.of(
                        customerId == null ? null : criteria.equal(order.get("customerId"), customerId),
                        status == null ? null : criteria.equal(order.get("status"), status),
                        last == null ? null : isBefore(last, order, criteria))
                .filter(Objects::nonNull)
                .toArray(Predicate[]::new));
        return orders.findBy(
                filter, matching -> matching.sortBy(NEWEST_FIRST).limit(limit).all());
    }

    /** The first of the two conditions says nothing new, but where in the index to begin. */
    private static Predicate isBefore(CustomerOrder last, Root<CustomerOrder> order, CriteriaBuilder criteria) {
        Path<Instant> placedAt = order.get("placedAt");
        return criteria.and(
                criteria.lessThanOrEqualTo(placedAt, last.placedAt()),
                criteria.or(
                        criteria.lessThan(placedAt, last.placedAt()),
                        criteria.lessThan(order.<UUID>get("id"), last.id())));
    }
}
