package dev.layeredsaga.chassis.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The settings that the project's modules on the class path read, from their configuration metadata. Immutable. */
final class KnownSettings {

    private static final String METADATA = "classpath*:META-INF/spring-configuration-metadata.json";
    private static final String OURS = "dev.layeredsaga.";

    private final List<Setting> settings;
    private final Names names;
    private final Names namesWithoutDashes;
    private final Set<String> roots;

    private KnownSettings(List<Setting> settings) {
        this.settings = settings;
        this.names = Names.of(settings, name -> name);
        this.namesWithoutDashes = Names.of(settings, name -> name.replace('-', '.'));
        this.roots = settings.stream()
                .map(setting -> rootOf(ConfigurationPropertyName.of(setting.name())))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the settings of the modules that {@code classes} can see. */
    static KnownSettings onClassPath(ResourceLoader classes) {
        try {
            return new KnownSettings(
                    Arrays.stream(new PathMatchingResourcePatternResolver(classes).getResources(METADATA))
                            .flatMap(KnownSettings::settingsIn)
                            .distinct()
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses only the files of our own modules: Spring Boot's are large. */
    private static Stream<Setting> settingsIn(Resource file) {
        try {
            String metadata = file.getContentAsString(UTF_8);
            return metadata.contains("\"" + OURS)
                    ? JsonMapper.shared()
                            .readTree(metadata)
                            .path("properties")
                            .valueStream()
                            .filter(property ->
                                    property.path("sourceType").asString("").startsWith(OURS))
                            // of each endpoint, by Spring Boot itself
                            .filter(property ->
                                    !property.path("name").asString().startsWith("management."))
                            .map(Setting::of)
                    : Stream.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String rootOf(ConfigurationPropertyName name) {
        return name.getElement(0, Form.UNIFORM);
    }

    /** Returns true for a setting, a group of settings, or an element of a list or map. */
    boolean contains(ConfigurationPropertyName name) {
        return names.contain(name);
    }

    /**
     * The same for a name that was an environment variable: Spring Boot also accepts {@code ORDER_SAGA_CLAIM_TTL} in place of
     * {@code ORDERSAGA_CLAIMTTL}.
     */
    boolean containsVariable(ConfigurationPropertyName name) {
        return names.contain(name) || namesWithoutDashes.contain(name);
    }

    /** Returns true if known settings begin with the same element. */
    boolean shareTheRootOf(ConfigurationPropertyName name) {
        return roots.contains(rootOf(name));
    }

    /**
     * Returns the setting whose name is the most similar, dots and dashes disregarded.
     *
     * @param most the most edits between the two; empty if none is as near
     */
    Optional<String> nearestTo(ConfigurationPropertyName name, int most) {
        String letters = lettersOf(name.toString());
        return settings.stream()
                .filter(setting -> Math.abs(setting.letters().length() - letters.length()) <= most)
                .map(setting -> new Candidate(setting.name(), editDistance(letters, setting.letters())))
                .filter(candidate -> candidate.distance() <= most)
                .min(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .map(Candidate::name);
    }

    private static String lettersOf(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    /** Returns the Levenshtein distance: the fewest insertions, deletions and replacements of one character between the two. */
    static int editDistance(String from, String to) {
        int[] row = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }

    private record Candidate(String name, int distance) {}

    private record Setting(String name, String letters, boolean hasElements) {

        static Setting of(JsonNode property) {
            String name = property.path("name").asString();
            String type = property.path("type").asString("");
            return new Setting(name, lettersOf(name), type.startsWith("java.util.") || type.endsWith("[]"));
        }
    }

    private record Names(Set<ConfigurationPropertyName> all, Set<ConfigurationPropertyName> withElements) {

        static Names of(List<Setting> settings, UnaryOperator<String> spelling) {
            return new Names(
                    of(settings.stream(), spelling), of(settings.stream().filter(Setting::hasElements), spelling));
        }

        private static Set<ConfigurationPropertyName> of(Stream<Setting> settings, UnaryOperator<String> spelling) {
            return settings.map(setting -> ConfigurationPropertyName.of(spelling.apply(setting.name())))
                    .collect(Collectors.toUnmodifiableSet());
        }

        boolean contain(ConfigurationPropertyName name) {
            return all.contains(name)
                    || withElements.stream().anyMatch(list -> list.isAncestorOf(name))
                    || all.stream().anyMatch(name::isAncestorOf);
        }
    }
}
