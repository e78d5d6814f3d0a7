package dev.layeredsaga.testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.infrastructure.ProjectFolder;
import dev.layeredsaga.testbed.system.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The run configurations for IDEs name a class that the service's module has. */
class RunConfigurationsTest {

    private static final Pattern MAIN_CLASS =
            Pattern.compile("\"(dev\\.layeredsaga\\.[a-z]+\\.Test[A-Za-z]+Application)\"");

    private final Path root = ProjectFolder.find();

    @ParameterizedTest
    @EnumSource
    void ofIntelliJStartTheTestApplicationOfEachService(Service service) throws IOException {
        String configuration = Files.readString(root.resolve(".run").resolve(service.serviceName() + ".run.xml"));

        assertThat(configuration).contains("<module name=\"" + service.serviceName() + "\" />");
        assertThat(mainClasses(configuration))
                .singleElement()
                .satisfies(main -> assertThat(source(service, main)).isRegularFile());
    }

    @ParameterizedTest
    @EnumSource
    void ofVisualStudioCodeStartTheTestApplicationOfEachService(Service service) throws IOException {
        String configurations = Files.readString(root.resolve(".vscode").resolve("launch.json"));

        assertThat(configurations).contains("\"projectName\": \"" + service.serviceName() + "\"");
        assertThat(mainClasses(configurations).stream()
                        .map(main -> source(service, main))
                        .filter(Files::isRegularFile))
                .hasSize(1);
    }

    private static List<String> mainClasses(String configuration) {
        return MAIN_CLASS
                .matcher(configuration)
                .results()
                .map(name -> name.group(1))
                .toList();
    }

    private Path source(Service service, String main) {
        return root.resolve(service.serviceName()).resolve("src/test/java").resolve(main.replace('.', '/') + ".java");
    }
}
