package dev.layeredsaga.testbed.infrastructure;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

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

    /**
     * Compiles what is below a folder's {@code src/main/java} with the class path of this JVM.
     *
     * @return the folder of the classes
     * @throws IllegalStateException with what the compiler says
     */
    public static Path compile(Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path classes = Files.createDirectory(folder.resolve("classes"));
        StringWriter said = new StringWriter();
        try (Stream<Path> files = Files.walk(folder.resolve("src/main/java"));
                StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<Path> java =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            List<String> options = List.of("-parameters", "-proc:none", "-d", classes.toString());
            if (!compiler.getTask(said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(java))
                    .call()) {
                throw new IllegalStateException(said.toString());
            }
        }
        return classes;
    }
}
