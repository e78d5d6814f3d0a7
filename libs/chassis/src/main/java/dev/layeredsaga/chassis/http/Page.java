package dev.layeredsaga.chassis.http;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list that clients read with {@code after} and {@code limit}.
 *
 * @param next the value of {@code after} for the next page; null if this is the last one
 */
public record Page<T, C>(List<T> entries, @Nullable C next) {

    /**
     * Returns the page of the first entries.
     *
     * @param found up to {@code limit} entries and one more, which shows that there is a next page
     * @param cursor returns the value of {@code after} for the entries behind the given one
     */
    public static <T, C> Page<T, C> of(List<T> found, int limit, Function<T, C> cursor) {
        return found.size() <= limit
                ? new Page<>(List.copyOf(found), null)
                : new Page<>(List.copyOf(found.subList(0, limit)), cursor.apply(found.get(limit - 1)));
    }

    /** Returns the page with its entries converted. */
    public <R> Page<R, C> map(Function<T, R> converter) {
        return new Page<>(entries.stream().map(converter).toList(), next);
    }
}
