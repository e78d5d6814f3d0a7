package dev.layeredsaga.order.placement;

import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.jpa.domain.Specification;

/**
 * Filter for a list of orders; criteria that are null are not applied.
 *
 * @param after the last order of the previous page; only orders placed before it are listed
 */
public record OrderFilter(
        @Nullable String customerId,
        @Nullable OrderStatus status,
        @Nullable UUID after) {

    Specification<CustomerOrder> specification() {
        return (order, query, criteria) -> criteria.and(conditions(order, criteria));
    }

    private Predicate[] conditions(Root<CustomerOrder> order, CriteriaBuilder criteria) {
        return Stream.of(
                        customerId == null ? null : criteria.equal(order.get("customerId"), customerId),
                        status == null ? null : criteria.equal(order.get("status"), status),
                        after == null ? null : criteria.lessThan(order.<UUID>get("id"), after))
                .filter(condition -> condition != null)
                .toArray(Predicate[]::new);
    }
}
