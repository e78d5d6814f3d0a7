package dev.layeredsaga.console;

/** An action's result, in words. */
public record ActionResult(boolean accepted, String text) {

    /** The result's style. */
    public String style() {
        return accepted ? "result accepted" : "result refused";
    }
}
