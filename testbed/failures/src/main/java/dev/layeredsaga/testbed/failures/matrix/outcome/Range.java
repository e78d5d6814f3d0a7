package dev.layeredsaga.testbed.failures.matrix.outcome;

/**
 * The permitted number of occurrences.
 *
 * @param atMost {@link Integer#MAX_VALUE} for any number
 */
public record Range(int atLeast, int atMost) {

    public static Range exactly(int count) {
        return new Range(count, count);
    }

    public static Range atLeast(int count) {
        return new Range(count, Integer.MAX_VALUE);
    }

    public static Range between(int atLeast, int atMost) {
        return new Range(atLeast, atMost);
    }

    boolean holds(int count) {
        return count >= atLeast && count <= atMost;
    }

    @Override
    public String toString() {
        if (atLeast == atMost) {
            return Integer.toString(atLeast);
        }
        return atMost == Integer.MAX_VALUE ? "≥ " + atLeast : atLeast + "–" + atMost;
    }
}
