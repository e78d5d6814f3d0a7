package dev.layeredsaga.order.product;

/** What a product has to be for it to be replaced. */
public sealed interface ProductCondition {

    /** Anything, or not there at all: then it is added. */
    record None() implements ProductCondition {}

    /** There, in whatever version. */
    record Exists() implements ProductCondition {}

    /** This version. */
    record IsVersion(long version) implements ProductCondition {}
}
