package dev.layeredsaga.engine.state;

import org.jspecify.annotations.Nullable;

/**
 * Which action an operator asks for, who asks and why.
 *
 * @param definitionVersion the version that the saga is to go on with; null to leave it on its own
 */
public record ActionRequest(
        SagaAction action,
        String operator,
        String reason,
        @Nullable Integer definitionVersion) {

    public ActionRequest(SagaAction action, String operator, String reason) {
        this(action, operator, reason, null);
    }

    /** For the timeline. */
    public String signed() {
        return operator + ": " + reason;
    }
}
