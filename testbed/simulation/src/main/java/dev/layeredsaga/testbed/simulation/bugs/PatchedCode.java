package dev.layeredsaga.testbed.simulation.bugs;

import dev.layeredsaga.testbed.simulation.bugs.Bug.Patch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

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
        Compiled compiled = new Compiled();
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is needed");
        StringWriter problems = new StringWriter();
        boolean done = compiler.getTask(
                        problems,
                        compiled.around(compiler),
                        null,
                        List.of("-proc:none", "-nowarn", "-parameters", "-cp", System.getProperty("java.class.path")),
                        null,
                        List.of(new Source(file, changed(file, patch))))
                .call();
        if (!done) {
            throw new IllegalStateException("does not compile when changed: " + patch + "\n" + problems);
        }
        return compiled.classes();
    }

    private static String changed(Path file, Patch patch) {
        String source = read(file);
        int at = source.indexOf(patch.from());
        if (at < 0 || source.indexOf(patch.from(), at + 1) >= 0) {
            throw new IllegalStateException("is not once in " + file + ": " + patch.from());
        }
        return source.replace(patch.from(), patch.to());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(Path file, String text) {
            super(file.toUri(), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** The compiler's output, in memory. */
    private static final class Compiled {

        private final Map<String, ByteArrayOutputStream> byName = new HashMap<>();

        Map<String, byte[]> classes() {
            Map<String, byte[]> classes = new HashMap<>();
            byName.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
            return classes;
        }

        JavaFileManager around(JavaCompiler compiler) {
            return new ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, null, null)) {
                @Override
                public JavaFileObject getJavaFileForOutput(
                        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                    return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/')), kind) {
                        @Override
                        public OutputStream openOutputStream() {
                            return byName.computeIfAbsent(name, first -> new ByteArrayOutputStream());
                        }
                    };
                }
            };
        }
    }
}
