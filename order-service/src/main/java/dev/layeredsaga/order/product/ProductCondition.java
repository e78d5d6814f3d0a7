package dev.layeredsaga.order.product;

/** Condition on the stored product under which it is replaced. */
public sealed interface ProductCondition {

    /** No condition; a missing product is added. */
    record None() implements ProductCondition {}

    /** The product exists, in any version. */
    record Exists() implements ProductCondition {}

    /** The product has the given version. */
    record IsVersion(long version) implements ProductCondition {}
}
