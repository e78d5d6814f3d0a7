package dev.layeredsaga.testbed.infrastructure.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public final class Folders {

    private static final Pattern NAME = Pattern.compile("layered-saga-(\\d{1,18})-.*");
    private static final int DELETIONS = 10;

    /** Prefix of the names of all temporary folders; the creating process's id follows. */
    public static final String PREFIX = "layered-saga-";

    private Folders() {}

    /** Returns true if the process that has created the temporary folder may be alive; its id may be another process's by now. */
    public static boolean isOfLivingProcess(Path folder) {
        Matcher name = NAME.matcher(folder.getFileName().toString());
        return !name.matches()
                || ProcessHandle.of(Long.parseLong(name.group(1)))
                        .map(ProcessHandle::isAlive)
                        .orElse(false);
    }

    public static Path create(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes the folder with its contents, which another process may be deleting, too; does nothing if it does not exist. */
    public static void delete(Path folder) {
        for (int deletion = 1; Files.exists(folder, LinkOption.NOFOLLOW_LINKS); deletion++) {
            try {
                deleteOnce(folder);
            } catch (UncheckedIOException e) {
                if (deletion == DELETIONS) {
                    throw e;
                }
            }
        }
    }

    private static void deleteOnce(Path folder) {
        try (var contents = Files.walk(folder)) {
            for (var path : contents.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
