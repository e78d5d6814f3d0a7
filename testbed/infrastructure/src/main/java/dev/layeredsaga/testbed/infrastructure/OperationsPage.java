package dev.layeredsaga.testbed.infrastructure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads from {@code docs/operations.md} what it asks of an operator, for tests that do so. */
public final class OperationsPage {

    private OperationsPage() {}

    /**
     * Returns the SQL statements to be run before a restored inventory starts.
     *
     * @throws IllegalStateException if the page has none
     */
    public static String sqlForARestoredInventory() {
        String heading = "### Before a restored inventory starts";
        Path page = ProjectFolder.find().resolve("docs/operations.md");
        try {
            Matcher sql = Pattern.compile("\n" + Pattern.quote(heading) + "\n.*?```sql\n(.*?)```", Pattern.DOTALL)
                    .matcher(Files.readString(page));
            if (!sql.find()) {
                throw new IllegalStateException("no statements below '" + heading + "' in " + page);
            }
            return sql.group(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
