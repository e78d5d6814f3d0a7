package dev.layeredsaga.order.product;

/** Outcome of the request to store a product. */
public sealed interface ProductOutcome {

    /** The product was added, because none had its sku. */
    record Created(long version) implements ProductOutcome {}

    /** The product replaced the previous version. */
    record Replaced(long version) implements ProductOutcome {}

    /** The stored product does not, or no longer, meet the condition; nothing was stored. */
    record ConditionFailed() implements ProductOutcome {}
}
