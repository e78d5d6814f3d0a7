package dev.layeredsaga.inventory.item.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.inventory.item.ItemSnapshot;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code If-Match} of RFC 9110: {@code *}, or the entity tag of one version of the item. */
final class IfMatch {

    private static final Pattern TAG = Pattern.compile("\"(\\d{1,18})\"");

    private IfMatch() {}

    /** Returns the entity tag of the item's current version. */
    static String tagOf(ItemSnapshot item) {
        return "\"" + item.version() + "\"";
    }

    /**
     * Returns the condition that the item has to meet; always true if there is no header.
     *
     * @throws ProblemException if the header is neither {@code *} nor an entity tag of this service
     */
    static Predicate<@Nullable ItemSnapshot> read(@Nullable String header) {
        if (header == null) {
            return item -> true;
        }
        if (header.strip().equals("*")) {
            return item -> item != null;
        }
        Matcher tag = TAG.matcher(header.strip());
        if (!tag.matches()) {
            throw ProblemException.invalid("If-Match", "must be * or one entity tag of the item");
        }
        long version = Long.parseLong(tag.group(1));
        return item -> item != null && item.version() == version;
    }
}
