package dev.layeredsaga.engine.state;

/** Reasons for a refusal, which changes nothing. The names are part of the contract. */
public enum ActionRefusal {
    SAGA_NOT_FOUND("There is no saga with this id."),
    REVISION_OUTDATED("The saga has changed since you looked at it. Look again, then decide."),
    SAGA_ENDED("The saga has ended; nothing will happen to it any more."),
    /** The program lacks a definition version: the saga's own, or the one to move it to. */
    UNKNOWN_DEFINITION("This release does not know the version of the saga's definition."),
    /** The version that the saga was to be moved to lacks the step that it stands at. */
    NO_SUCH_STEP("That version has no such step for the saga to go on with."),
    NOT_SKIPPABLE("Only a compensation can be skipped. Compensate instead."),
    ALREADY_COMPENSATING("The saga is being compensated already."),
    NOT_STUCK("Only a saga that is stuck, or cannot be driven, can be resolved."),
    SAGA_PAUSED("The saga is paused. Resume it, or what is paused, first."),
    NOT_PAUSED("The saga itself is not paused; its step or its definition may be."),
    ACTION_FAILED("The saga cannot be driven; the log says why.");

    private final String detail;

    ActionRefusal(String detail) {
        this.detail = detail;
    }

    /** Returns the reason in words, for people. */
    public String detail() {
        return detail;
    }
}
