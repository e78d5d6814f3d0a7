package dev.layeredsaga.order.product.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.order.product.Products.Condition;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Entity tag of a product's version, and {@code If-Match} of RFC 9110: {@code *}, or one such tag. */
final class ProductTag {

    private static final Pattern TAG = Pattern.compile("\"(\\d{1,18})\"");

    private ProductTag() {}

    static String of(long version) {
        return "\"" + version + "\"";
    }

    /**
     * Returns the condition that the header states; no condition if there is no header.
     *
     * @throws ProblemException {@code VALIDATION_FAILED} if the header is neither {@code *} nor a product's tag
     */
    static Condition readIfMatch(@Nullable String header) {
        if (header == null) {
            return new Condition.None();
        }
        if (header.strip().equals("*")) {
            return new Condition.Exists();
        }
        Matcher tag = TAG.matcher(header.strip());
        if (!tag.matches()) {
            throw ProblemException.invalid("If-Match", "must be * or one entity tag of the product");
        }
        return new Condition.IsVersion(Long.parseLong(tag.group(1)));
    }
}
