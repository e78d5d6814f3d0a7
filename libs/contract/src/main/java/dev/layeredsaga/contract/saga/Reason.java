package dev.layeredsaga.contract.saga;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import dev.layeredsaga.contract.BoundedText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The reason for which a saga is compensated.
 *
 * @param code one of the saga's definition, or of the engine
 * @param details what the definition has to say besides, as JSON has it; on the wire beside code and message
 */
public record Reason(
        String code, String message, @JsonAnyGetter Map<String, @Nullable Object> details) {

    /** The code if the saga's or a step's time has passed and the definition names no other. */
    public static final String DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED";

    public static final String CANCELLED_BY_OPERATOR = "CANCELLED_BY_OPERATOR";

    /** Cuts the message, and leaves out details that are null. */
    public Reason {
        message = BoundedText.of(message);
        Map<String, @Nullable Object> known = new LinkedHashMap<>(details);
        known.values().removeIf(Objects::isNull);
        details = Collections.unmodifiableMap(known);
    }

    public static Reason of(String code, String message) {
        return new Reason(code, message, Map.of());
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Reason read(Map<String, @Nullable Object> json) {
        Map<String, @Nullable Object> details = new LinkedHashMap<>(json);
        return new Reason(take("code", details), take("message", details), details);
    }

    private static String take(String name, Map<String, @Nullable Object> json) {
        return Objects.requireNonNull(json.remove(name), "a reason without its " + name)
                .toString();
    }
}
