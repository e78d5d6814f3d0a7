package dev.layeredsaga.order.product;

/** Condition on the stored product under which it is replaced. */
public sealed interface ProductCondition {

    /** Anything, or not there at all: then it is added. */
    record None() implements ProductCondition {}

    /** There, in whatever version. */
    record Exists() implements ProductCondition {}

    /** This version. */
    record IsVersion(long version) implements ProductCondition {}
}
