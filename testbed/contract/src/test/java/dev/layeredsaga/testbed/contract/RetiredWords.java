package dev.layeredsaga.testbed.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Words that no identifier may contain. A word in camel case is a sequence of words; plurals count. Comments and literals
 * are not searched.
 */
final class RetiredWords {

    private static final Pattern TOKEN =
            Pattern.compile("(?<skipped>//[^\\n]*|/\\*[\\s\\S]*?\\*/|\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\""
                    + "|'(?:\\\\.|[^'\\\\])+')|(?<name>[\\p{L}_$][\\p{L}\\p{N}_$]*)");
    private static final Pattern PART = Pattern.compile("_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private final Pattern words;

    private RetiredWords(List<String> words) {
        this.words = Pattern.compile(words.stream()
                .map(word -> Pattern.quote(split(word).strip()))
                .collect(Collectors.joining("|", " (?<word>", ")s? ")));
    }

    /** Reads the list; lines that begin with {@code #} are comments. */
    static RetiredWords listed() {
        try (InputStream list = Objects.requireNonNull(RetiredWords.class.getResourceAsStream("/retired-words.txt"))) {
            return new RetiredWords(new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns file, line, identifier and word of each violation in the Java files below these paths. */
    List<String> in(Path... roots) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    search(file, found);
                }
            }
        }
        return found;
    }

    private void search(Path file, List<String> found) throws IOException {
        String source = Files.readString(file);
        Matcher token = TOKEN.matcher(source);
        while (token.find()) {
            String name = token.group("name");
            if (name != null) {
                words.matcher(split(name))
                        .results()
                        .forEach(word -> found.add(
                                file + ":" + line(source, token.start()) + " " + name + ": " + word.group("word")));
            }
        }
    }

    /** Returns the lower-case words of a name, each between spaces. */
    private static String split(String name) {
        return " " + PART.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT) + " ";
    }

    private static long line(String source, int position) {
        return source.substring(0, position).lines().count()
                + (position == 0 || source.charAt(position - 1) == '\n' ? 1 : 0);
    }
}
