package dev.layeredsaga.testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the requests in {@code docs/http} with the published specifications. */
class HttpFilesTest {

    private static final Path FOLDER = Path.of("..", "..", "docs", "http");
    private static final Pattern REQUEST =
            Pattern.compile("^(GET|PUT|POST|DELETE) \\{\\{(\\w+)}}(/[^?\\s]*)\\S*$", Pattern.MULTILINE);
    private static final Pattern PARAMETER = Pattern.compile("\\{\\w+}");

    /** By the variable that stands for the address of the service. */
    private static final Map<String, List<Operation>> OPERATIONS = Map.of(
            "orders", operations("order-service.yaml"),
            "orchestrator", operations("saga-orchestrator.yaml"),
            "inventory", operations("inventory-service.yaml"),
            "gateway", operations("payment-stub.yaml"));

    private static List<Operation> operations(String file) {
        return new PublishedSpecification(file).parsed().operations();
    }

    @Test
    void eachRequestIsAnOperationOfItsService() {
        assertThat(requests()).hasSizeGreaterThan(50).allMatch(HttpFilesTest::isPublished, "is in docs/openapi");
    }

    private static List<String> requests() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".http"))
                    .flatMap(file -> REQUEST.matcher(read(file)).results())
                    .map(request -> request.group(2) + " " + request.group(1) + " " + request.group(3))
                    .collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A variable stands for one segment of a path, except that of a dead letter, which stands for all three. */
    private static boolean isPublished(String request) {
        String[] parts = request.split(" ", 3);
        String path = parts[2].replace("{{letter}}", "topic/3/17");
        return OPERATIONS.getOrDefault(parts[0], List.of()).stream()
                .filter(operation -> operation.method().equalsIgnoreCase(parts[1]))
                .anyMatch(operation -> path.matches(pattern(operation.path())));
    }

    private static String pattern(String template) {
        return PARAMETER.matcher(template).replaceAll("[^/]+");
    }
}
