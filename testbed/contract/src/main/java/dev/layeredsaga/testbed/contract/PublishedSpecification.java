package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** A service's specification, as committed and as served by the running service. */
public final class PublishedSpecification {

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .disable(YAMLWriteFeature.SPLIT_LINES)
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
            .enable(YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .enable(YAMLWriteFeature.INDENT_ARRAYS_WITH_INDICATOR)
            .build();

    private final Path file;

    /** @param file the name of the file below {@code docs/openapi}, which is searched from the working directory upwards */
    public PublishedSpecification(String file) {
        this.file = folder().resolve(file);
    }

    private static Path folder() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .map(path -> path.resolve("docs"))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow()
                .resolve("openapi");
    }

    /** Returns the document that the service serves at {@code /openapi}. */
    public static JsonNode served(URI service) {
        return JsonMapper.shared().readTree(get(service, "/openapi"));
    }

    /** Returns the page that the service serves at {@code /docs}. */
    public static String page(URI service) {
        return get(service, "/docs");
    }

    private static String get(URI service, String path) {
        try (InputStream answer = service.resolve(path).toURL().openStream()) {
            return new String(answer.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the command that updates the file after a deliberate change of the API. */
    public String howToUpdate() {
        String module = file.getFileName().toString().replace(".yaml", "");
        return """
                %s. To bring it up to date:
                ./mvnw -pl %s -am -Dtest=OpenApiTest -Dsurefire.failIfNoSpecifiedTests=false -Dopenapi.update verify
                """.formatted(file, module);
    }

    /** Returns the file as text, so that a failed test shows the lines that differ; empty if there is no file. */
    public String committed() {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses the committed file. */
    Specification parsed() {
        return new Specification(YAML.readTree(committed()));
    }

    /** Returns the file's expected text; writes it to the file if the system property {@code openapi.update} is set. */
    public String expected(JsonNode document) {
        String yaml = YAML.writeValueAsString(document);
        if (System.getProperty("openapi.update") != null) {
            write(yaml);
        }
        return yaml;
    }

    private void write(String yaml) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all elements without a description: operations, parameters, schemas and their members. */
    public static List<String> withoutWords(JsonNode document) {
        Stream<String> operations = new Specification(document)
                .operations().stream()
                        .flatMap(operation -> withoutWords(
                                operation.name(),
                                document.path("paths")
                                        .path(operation.path())
                                        .path(operation.method().toLowerCase(Locale.ROOT))));
        Stream<String> schemas = document.path("components")
                .path("schemas")
                .propertyStream()
                .flatMap(schema -> withoutWordsOf(schema.getKey(), schema.getValue()));
        return Stream.concat(operations, schemas).toList();
    }

    private static Stream<String> withoutWords(String name, JsonNode operation) {
        Stream<String> summary = operation.has("summary") ? Stream.of() : Stream.of(name);
        Stream<String> parameters = operation
                .path("parameters")
                .valueStream()
                .filter(parameter -> !parameter.has("description"))
                .map(parameter -> name + " " + parameter.path("name").asString());
        return Stream.concat(summary, parameters);
    }

    private static Stream<String> withoutWordsOf(String name, JsonNode schema) {
        Stream<String> description = schema.has("description") ? Stream.of() : Stream.of(name);
        Stream<String> members = schema.path("properties")
                .propertyStream()
                .filter(member -> !member.getValue().has("description"))
                .map(member -> name + "." + member.getKey());
        return Stream.concat(description, members);
    }
}
