package dev.layeredsaga.order.product;

/** Outcome of the request to store a product. */
public sealed interface ProductOutcome {

    /** There was none with its sku. */
    record Created(long version) implements ProductOutcome {}

    /** It took the place of the version before. */
    record Replaced(long version) implements ProductOutcome {}

    /** The product is not, or is no longer, as the condition says; nothing has been stored. */
    record ConditionFailed() implements ProductOutcome {}
}
