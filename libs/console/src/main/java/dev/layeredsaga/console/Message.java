package dev.layeredsaga.console;

/**
 * A page that says one thing.
 *
 * @param href where to go on, with {@code link} as its text
 */
public record Message(String title, String text, String href, String link) {

    /** Is said for every page while the database is away. */
    public static final Message DATABASE_AWAY = notDone("The database cannot be reached now. Try again in a moment.");

    static Message notDone(String text) {
        return new Message("Not done", text, "/console", "To the first screen");
    }
}
