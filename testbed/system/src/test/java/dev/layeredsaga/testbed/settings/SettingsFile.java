package dev.layeredsaga.testbed.settings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;

/** A settings file inside a program; what it has for the profile production is left out. */
final class SettingsFile {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z][A-Z_]*)(?::([^}]*))?}");

    private SettingsFile() {}

    /** A value in the file; the variable is empty if none sets it. */
    record Entry(String name, String variable, String value) {

        private static Entry of(String name, String value) {
            Matcher placeholder = VARIABLE.matcher(value);
            return placeholder.matches()
                    ? new Entry(name, placeholder.group(1), placeholder.group(2) == null ? "" : placeholder.group(2))
                    : new Entry(name, "", value);
        }
    }

    static List<Entry> entriesOf(String file) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (PropertySource<?> document : new YamlPropertySourceLoader().load(file, new ClassPathResource(file))) {
            if (document.containsProperty("spring.config.activate.on-profile")) {
                continue;
            }
            Arrays.stream(((EnumerablePropertySource<?>) document).getPropertyNames())
                    .map(name -> Entry.of(name, String.valueOf(document.getProperty(name))))
                    .forEach(entries::add);
        }
        return entries;
    }
}
