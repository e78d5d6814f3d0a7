package dev.layeredsaga.testbed.simulation.bugs;

import dev.layeredsaga.testbed.simulation.bugs.Bug.Patch;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.springframework.util.FileSystemUtils;

/** Loads the project's classes once more, beside those that are loaded already, with one source file changed and compiled anew. */
final class PatchedCode extends ClassLoader {

    private static final String OURS = "dev.layeredsaga.";

    private final Map<String, byte[]> patched;

    private PatchedCode(Map<String, byte[]> patched) {
        super("patched", PatchedCode.class.getClassLoader());
        this.patched = patched;
    }

    /** @throws IllegalStateException if the text to be changed is not there exactly once, or does not compile when changed */
    static PatchedCode with(Patch patch) {
        return new PatchedCode(compile(patch));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] changed = patched.get(name);
        if (changed != null) {
            return defineClass(name, changed, 0, changed.length);
        }
        try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] original = file.readAllBytes();
            return defineClass(name, original, 0, original.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static Map<String, byte[]> compile(Patch patch) {
        Path file = root().resolve(patch.file());
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is needed");
        ByteArrayOutputStream problems = new ByteArrayOutputStream();
        List<String> options =
                List.of("-proc:none", "-nowarn", "-parameters", "-cp", System.getProperty("java.class.path"));
        try {
            Path folder = Files.createTempDirectory("patched");
            try {
                Path source = Files.writeString(folder.resolve(file.getFileName()), changed(file, patch));
                Stream<String> arguments =
                        Stream.concat(options.stream(), Stream.of("-d", folder.toString(), source.toString()));
                if (compiler.run(null, null, problems, arguments.toArray(String[]::new)) != 0) {
                    throw new IllegalStateException("does not compile when changed: " + patch + "\n"
                            + problems.toString(StandardCharsets.UTF_8));
                }
                return classesIn(folder);
            } finally {
                FileSystemUtils.deleteRecursively(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> classesIn(Path folder) throws IOException {
        Map<String, byte[]> classes = new HashMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".class")).toList()) {
                String name = folder.relativize(file).toString().replace(File.separatorChar, '.');
                classes.put(name.substring(0, name.lastIndexOf('.')), Files.readAllBytes(file));
            }
        }
        return classes;
    }

    private static String changed(Path file, Patch patch) throws IOException {
        String source = Files.readString(file);
        int at = source.indexOf(patch.from());
        if (at < 0 || source.indexOf(patch.from(), at + 1) >= 0) {
            throw new IllegalStateException("is not once in " + file + ": " + patch.from());
        }
        return source.replace(patch.from(), patch.to());
    }

    /** The project's folder, in which the command and the tests run, or further down. */
    private static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("inventory-service"))) {
                return folder;
            }
        }
        throw new IllegalStateException("the project's sources are not here");
    }
}
