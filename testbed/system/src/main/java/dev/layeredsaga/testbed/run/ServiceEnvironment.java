package dev.layeredsaga.testbed.run;

import dev.layeredsaga.testbed.infrastructure.ServiceSettings;
import dev.layeredsaga.testbed.system.Service;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The environment variables with which a service that is started by itself finds the servers, the payment stub and the issuer.
 *
 * @param settings Spring settings, by property name
 */
record ServiceEnvironment(Service service, int port, Map<String, String> settings) {

    /**
     * Writes {@code SERVICE.env} into the folder, for a shell or an IDE, and {@code SERVICE.properties}, for the service's {@code
     * Test…Application}, for as long as this process lives.
     *
     * @return the first of the two
     */
    Path keepIn(Path folder) {
        Path file = folder.resolve(service.serviceName() + ".env");
        try {
            Files.createDirectories(folder);
            PrivateFile.write(file, lines());
            PrivateFile.write(folder.resolve(service.serviceName() + ".properties"), properties());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    String lines() {
        Map<String, String> variables = new TreeMap<>(ServiceSettings.asEnvironment(settings));
        variables.put("SERVER_PORT", Integer.toString(port));
        return variables.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue() + "\n")
                .collect(Collectors.joining());
    }

    private String properties() throws IOException {
        Properties properties = new Properties();
        properties.putAll(settings);
        properties.setProperty("server.port", Integer.toString(port));
        StringWriter written = new StringWriter();
        properties.store(written, null);
        return written.toString();
    }
}
