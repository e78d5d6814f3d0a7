package dev.layeredsaga.orchestrator.engine;

/** Which action an operator asks for, who asks and why. */
public record ActionRequest(SagaAction action, String operator, String reason) {

    /** For the timeline. */
    String signed() {
        return operator + ": " + reason;
    }
}
