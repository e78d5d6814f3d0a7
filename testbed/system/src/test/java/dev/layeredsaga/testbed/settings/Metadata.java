package dev.layeredsaga.testbed.settings;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The configuration metadata of our modules, as the build has generated it. */
final class Metadata {

    private static final String FILE = "META-INF/spring-configuration-metadata.json";
    private static final String OURS = "dev.layeredsaga.";

    private static final Map<String, String> TYPES = Map.of(
            "java.lang.String", "text",
            "java.lang.Integer", "integer",
            "java.lang.Short", "integer",
            "java.lang.Double", "number",
            "java.lang.Boolean", "`true`, `false`",
            "java.net.URI", "URI",
            "java.time.Duration", "duration",
            "java.time.Instant", "time",
            "java.util.List<java.lang.String>", "list of texts",
            "org.springframework.util.unit.DataSize", "size");

    private Metadata() {}

    /** A setting; the module is the package below {@code dev.layeredsaga} that reads it. */
    record Setting(
            String name, String module, String type, String defaultValue, String description, boolean deprecated) {

        private static Setting of(JsonNode property) {
            return new Setting(
                    property.path("name").asString(),
                    property.path("sourceType")
                            .asString()
                            .substring(OURS.length())
                            .split("\\.", 2)[0],
                    property.path("type").asString(""),
                    valueOf(property.path("defaultValue")),
                    property.path("description").asString(""),
                    property.has("deprecation"));
        }

        private static String valueOf(JsonNode value) {
            return value.isArray() || value.isMissingNode() ? "" : value.asString();
        }

        String root() {
            return name.split("\\.", 2)[0];
        }

        /** Returns the type in words; that of an enum is its values. */
        String typeInWords() {
            if (type.startsWith("java.util.Map<")) {
                return "settings by name";
            }
            return type.startsWith(OURS)
                    ? constants().map(constant -> "`" + constant + "`").collect(Collectors.joining(", "))
                    : Objects.requireNonNull(TYPES.get(type), () -> name + ": no words for " + type);
        }

        private Stream<String> constants() {
            try {
                Object[] constants = Class.forName(type).getEnumConstants();
                return Arrays.stream(Objects.requireNonNull(constants, type))
                        .map(constant ->
                                constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'));
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns all settings, sorted by their names. */
    static List<Setting> settings() throws IOException {
        List<Setting> settings = new ArrayList<>();
        for (URL file : Collections.list(
                Objects.requireNonNull(Metadata.class.getClassLoader()).getResources(FILE))) {
            try (InputStream metadata = file.openStream()) {
                JsonMapper.shared()
                        .readTree(metadata)
                        .path("properties")
                        .valueStream()
                        .filter(property ->
                                property.path("sourceType").asString("").startsWith(OURS))
                        // of each endpoint, by Spring Boot itself
                        .filter(property -> !property.path("name").asString().startsWith("management."))
                        .map(Setting::of)
                        .forEach(settings::add);
            }
        }
        settings.sort(Comparator.comparing(Setting::name));
        return settings;
    }
}
