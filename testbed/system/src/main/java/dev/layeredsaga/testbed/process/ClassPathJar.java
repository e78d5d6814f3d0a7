package dev.layeredsaga.testbed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/** A jar without content, which names others in its manifest. */
public final class ClassPathJar {

    private ClassPathJar() {}

    /** Writes a jar that starts the main class that the first of these jars names. */
    static void write(Path jar, List<Path> classPath) throws IOException {
        try (JarFile first = new JarFile(classPath.getFirst().toFile())) {
            write(jar, classPath, first.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS));
        }
    }

    /** Writes a jar that starts this main class. */
    public static void write(Path jar, List<Path> classPath, String mainClass) throws IOException {
        Path folder = Files.createDirectories(jar.toAbsolutePath().getParent());
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, mainClass);
        // relative to the jar's folder: the JVM keeps no classes of absolute ones in an AOT cache
        attributes.put(
                Attributes.Name.CLASS_PATH,
                classPath.stream()
                        .map(each -> folder.relativize(each.toAbsolutePath()).toString())
                        .map(each -> each.replace(" ", "%20"))
                        .collect(Collectors.joining(" ")));
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    }
}
