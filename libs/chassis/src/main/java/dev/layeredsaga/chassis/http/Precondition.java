package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.ProblemException;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * The preconditions of a request that changes something, by RFC 9110, section 13.1: {@code If-Match} and {@code If-None-Match}, each
 * {@code *} or entity tags. A tag here is a version in quotes. Immutable.
 */
public final class Precondition {

    private static final Pattern TAGS =
            Pattern.compile("\\s*(?:W/)?\"[^\"\\s]*\"\\s*(?:,\\s*(?:W/)?\"[^\"\\s]*\"\\s*)*");
    private static final Pattern TAG = Pattern.compile("(W/)?(\"[^\"]*\")");

    private final @Nullable Tags match;
    private final @Nullable Tags noneMatch;

    private Precondition(@Nullable Tags match, @Nullable Tags noneMatch) {
        this.match = match;
        this.noneMatch = noneMatch;
    }

    /**
     * Reads the headers; null for one that is not there.
     *
     * @throws ProblemException {@code VALIDATION_FAILED} if one is neither {@code *} nor entity tags
     */
    public static Precondition of(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
        return new Precondition(
                Tags.read(HttpHeaders.IF_MATCH, ifMatch), Tags.read(HttpHeaders.IF_NONE_MATCH, ifNoneMatch));
    }

    /** Returns the entity tag of a version. */
    public static String tagOf(long version) {
        return "\"" + version + "\"";
    }

    /**
     * Returns true if the change may be made.
     *
     * @param version null if there is nothing yet
     */
    public boolean isMetBy(@Nullable Long version) {
        return (match == null || match.has(version, false)) && (noneMatch == null || !noneMatch.has(version, true));
    }

    /** @param any true for {@code *}, everything that is there */
    private record Tags(boolean any, Set<String> strong, Set<String> weak) {

        static @Nullable Tags read(String name, @Nullable String header) {
            if (header == null) {
                return null;
            }
            if (header.strip().equals("*")) {
                return new Tags(true, Set.of(), Set.of());
            }
            if (!TAGS.matcher(header).matches()) {
                throw ProblemException.invalid(name, "must be * or entity tags");
            }
            Set<String> strong = new HashSet<>();
            Set<String> weak = new HashSet<>();
            for (Matcher tag = TAG.matcher(header); tag.find(); ) {
                (tag.group(1) == null ? strong : weak).add(tag.group(2));
            }
            return new Tags(false, strong, weak);
        }

        boolean has(@Nullable Long version, boolean weakToo) {
            return version != null
                    && (any || strong.contains(tagOf(version)) || (weakToo && weak.contains(tagOf(version))));
        }
    }
}
