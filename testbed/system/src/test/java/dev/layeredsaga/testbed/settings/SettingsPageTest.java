package dev.layeredsaga.testbed.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.process.Jars;
import dev.layeredsaga.testbed.settings.Metadata.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsPageTest {

    private static final Path ROOT = Jars.projectRoot();
    private static final Path PAGE = ROOT.resolve("docs").resolve("settings.md");
    private static final String HOW_TO_UPDATE = """
            docs/settings.md. To bring it up to date:
            ./mvnw -pl testbed/system -am -Dtest=SettingsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dsettings.update test
            """;

    /** The first element is lower case: variables are capitals. */
    private static final Pattern READ_IN_SOURCES =
            Pattern.compile("(?:\\$\\{|@ConditionalOnProperty\\((?:name = )?\")([a-z][a-z-]*(?:\\.[a-z-]+)+)");

    @Test
    void isUpToDate() throws IOException, InterruptedException {
        String expected = SettingsPage.text();
        if (System.getProperty("settings.update") != null) {
            Files.writeString(PAGE, expected);
        }

        assertThat(Files.readString(PAGE)).as(HOW_TO_UPDATE).isEqualTo(expected);
    }

    @Test
    void hasWordsForEverySetting() throws IOException {
        assertThat(Metadata.settings())
                .hasSizeGreaterThan(80)
                .allSatisfy(setting ->
                        assertThat(setting.description()).as(setting.name()).isNotBlank());
    }

    /** So an IDE says by what the engine's earlier names are to be replaced. */
    @Test
    void hasTheEarlierNameOfEverySettingThatHasBeenRenamed() throws IOException {
        Pattern renamed = Pattern.compile(
                "saga\\.((due-loop|retention|undrivable)\\..*|compensation-timeout|allow-unknown-definitions)");
        Set<String> names = names(setting -> renamed.matcher(setting.name()).matches());

        assertThat(names).hasSizeGreaterThan(10);
        assertThat(names(setting -> setting.deprecated() && !setting.name().startsWith("orchestrator.payment")))
                .isEqualTo(names.stream()
                        .map(name -> name.replaceFirst("saga", "orchestrator"))
                        .collect(Collectors.toSet()));
    }

    private static Set<String> names(Predicate<Setting> wanted) throws IOException {
        return Metadata.settings().stream().filter(wanted).map(Setting::name).collect(Collectors.toSet());
    }

    @Test
    void hasOnePrefixForEachPart() throws IOException {
        Map<String, Set<String>> prefixes = Metadata.settings().stream()
                .collect(Collectors.groupingBy(Setting::module, Collectors.mapping(Setting::root, Collectors.toSet())));

        assertThat(prefixes)
                .isEqualTo(Map.of(
                        "chassis", Set.of("http"),
                        "messaging", Set.of("messaging"),
                        "order", Set.of("order"),
                        "inventory", Set.of("inventory"),
                        "engine", Set.of("saga"),
                        "console", Set.of("saga"),
                        "starter", Set.of("saga"),
                        "orchestrator", Set.of("orchestrator", "saga")));
        assertThat(Metadata.settings())
                .filteredOn(setting -> Set.of("orchestrator", "console").contains(setting.module())
                        && setting.root().equals("saga"))
                .allMatch(setting -> setting.name().startsWith("saga.console."));
    }

    /** Those of records are generated; the others are listed in additional-spring-configuration-metadata.json. */
    @Test
    void knowsEverySettingThatTheSourcesRead() throws IOException {
        List<Setting> settings = Metadata.settings();
        Set<String> roots = settings.stream().map(Setting::root).collect(Collectors.toSet());
        Set<String> known = settings.stream().map(Setting::name).collect(Collectors.toSet());

        assertThat(readInSources())
                .filteredOn(name -> roots.contains(name.split("\\.", 2)[0]))
                .hasSizeGreaterThan(20)
                .isSubsetOf(known);
    }

    /** A misspelt one would set nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http-api.yaml",
                "observability.yaml",
                "database.yaml",
                "order-service.yaml",
                "saga-orchestrator.yaml",
                "inventory-service.yaml"
            })
    void knowsEverySettingInTheFilesOfTheServices(String file) throws IOException {
        List<Setting> settings = Metadata.settings();
        Set<String> roots = settings.stream().map(Setting::root).collect(Collectors.toSet());
        Set<String> known = settings.stream().map(Setting::name).collect(Collectors.toSet());

        assertThat(SettingsFile.entriesOf(file).stream().map(SettingsFile.Entry::name))
                .isNotEmpty()
                .filteredOn(name -> roots.contains(name.split("\\.", 2)[0]))
                .isSubsetOf(known);
    }

    private static Set<String> readInSources() throws IOException {
        Set<String> found = new TreeSet<>();
        for (String module : List.of(
                "libs/messaging",
                "libs/chassis",
                "libs/engine",
                "libs/console",
                "libs/starter",
                "order-service",
                "saga-orchestrator",
                "inventory-service")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    READ_IN_SOURCES
                            .matcher(Files.readString(file))
                            .results()
                            .map((MatchResult result) -> result.group(1))
                            .forEach(found::add);
                }
            }
        }
        return found;
    }
}
