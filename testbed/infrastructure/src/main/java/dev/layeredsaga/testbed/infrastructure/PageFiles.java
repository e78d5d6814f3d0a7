package dev.layeredsaga.testbed.infrastructure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The files that a page shows, each in a block that begins with its language and its path. */
public final class PageFiles {

    private static final Pattern FILE = Pattern.compile("(?ms)^```\\w+ (\\S*\\.\\w+)\\n(.*?)^```$");

    private PageFiles() {}

    /** Writes the files of a page, or of a part of it, to a folder; of two with one path the latter. */
    public static void write(String page, Path folder) throws IOException {
        for (MatchResult file : FILE.matcher(page).results().toList()) {
            Path path = folder.resolve(file.group(1));
            Files.createDirectories(path.resolveSibling("."));
            Files.writeString(path, file.group(2));
        }
    }
}
