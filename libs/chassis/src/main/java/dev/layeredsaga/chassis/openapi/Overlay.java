package dev.layeredsaga.chassis.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A part of an OpenAPI document, in YAML, that is applied to the generated one as a JSON merge patch (RFC 7396): objects are
 * merged, {@code null} removes, other values replace. {@code parameters} are an exception: they are merged by name.
 */
final class Overlay {

    /** A plain mapper, because Swagger's own omits every null. */
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final ObjectNode patch;

    private Overlay(String name, ObjectNode patch) {
        this.name = name;
        this.patch = patch;
    }

    /** @throws UncheckedIOException if the resource does not exist or cannot be read */
    static Overlay read(String resource) {
        try (InputStream yaml = new ClassPathResource(resource).getInputStream()) {
            // unlike Jackson, SnakeYAML resolves aliases
            Object patch = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
            return new Overlay(resource, JSON.valueToTree(patch));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws IllegalStateException if the overlay describes or removes something that the document does not have */
    void layOver(ObjectNode document) {
        patch.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(operation -> requireKnown(document, path.getKey(), operation.getKey())));
        merge(document, patch);
    }

    private void requireKnown(ObjectNode document, String path, String method) {
        if (!document.path("paths").path(path).has(method)) {
            throw new IllegalStateException("%s is about %s %s, which does not exist".formatted(name, method, path));
        }
    }

    private static void merge(ObjectNode target, JsonNode patch) {
        patch.properties().forEach(member -> merge(target, member));
    }

    private static void merge(ObjectNode target, Map.Entry<String, JsonNode> member) {
        String name = member.getKey();
        JsonNode value = member.getValue();
        if (value.isNull()) {
            remove(target, name);
        } else if (value.isObject()) {
            merge(objectAt(target, name), value);
        } else if (name.equals("parameters")) {
            value.forEach(
                    parameter -> merge(parameterNamed(parameter.path("name").asText(), target), parameter));
        } else {
            target.set(name, value);
        }
    }

    /** Fails if there is nothing to remove, because in YAML an unquoted value can become null by mistake. */
    private static void remove(ObjectNode target, String name) {
        if (target.remove(name) == null) {
            throw new IllegalStateException("there is no '%s' to remove from %s".formatted(name, target));
        }
    }

    private static ObjectNode objectAt(ObjectNode target, String name) {
        return target.get(name) instanceof ObjectNode present ? present : target.putObject(name);
    }

    private static ObjectNode parameterNamed(String name, ObjectNode operation) {
        ArrayNode parameters = operation.withArrayProperty("parameters");
        for (JsonNode parameter : parameters) {
            if (parameter instanceof ObjectNode present
                    && present.path("name").asText().equals(name)) {
                return present;
            }
        }
        return parameters.addObject();
    }
}
