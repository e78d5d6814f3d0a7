package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.ProblemException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ETag;
import org.springframework.http.HttpHeaders;

/**
 * The preconditions of a request that changes something, by RFC 9110, section 13.1: {@code If-Match} and {@code If-None-Match}, each
 * {@code *} or entity tags. A tag here is a version in quotes. Immutable.
 */
public final class Precondition {

    private static final Pattern TAGS =
            Pattern.compile("\\s*(?:\\*\\s*|(?:W/)?\"[^\"\\s]*\"\\s*(?:,\\s*(?:W/)?\"[^\"\\s]*\"\\s*)*)");

    private final @Nullable List<ETag> match;
    private final @Nullable List<ETag> noneMatch;

    private Precondition(@Nullable List<ETag> match, @Nullable List<ETag> noneMatch) {
        this.match = match;
        this.noneMatch = noneMatch;
    }

    /**
     * Reads the headers; null for one that is not there.
     *
     * @throws ProblemException {@code VALIDATION_FAILED} if one is neither {@code *} nor entity tags
     */
    public static Precondition of(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
        return new Precondition(read(HttpHeaders.IF_MATCH, ifMatch), read(HttpHeaders.IF_NONE_MATCH, ifNoneMatch));
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
        return (match == null || has(match, version, true)) && (noneMatch == null || !has(noneMatch, version, false));
    }

    private static @Nullable List<ETag> read(String name, @Nullable String header) {
        if (header == null) {
            return null;
        }
        if (!TAGS.matcher(header).matches()) {
            throw ProblemException.invalid(name, "must be * or entity tags");
        }
        return ETag.parse(header);
    }

    private static boolean has(List<ETag> tags, @Nullable Long version, boolean strong) {
        if (version == null) {
            return false;
        }
        ETag current = new ETag(version.toString(), false);
        return tags.stream().anyMatch(tag -> tag.isWildcard() || tag.compare(current, strong));
    }
}
