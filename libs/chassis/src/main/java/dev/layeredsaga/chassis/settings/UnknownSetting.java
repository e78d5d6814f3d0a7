package dev.layeredsaga.chassis.settings;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * A setting that looks like one of ours but that nothing reads. Does not hold the value, which may be a secret.
 *
 * @param place the file and line, the variable or the property source in which it was found
 * @param nearest the known setting with the most similar name
 */
record UnknownSetting(String name, String place, String nearest) {

    /** The distance up to which a name counts as a misspelling, even if its first element is not ours. */
    private static final int MISSPELLING = 2;

    /** Names that the JVM, proxies, and Kubernetes (for a service called {@code order-service}) use. */
    private static final Pattern OF_OTHERS = Pattern.compile("http\\..*|[a-z]+(\\.service)*\\.(host|port)([.\\[].*)?");

    private static final Pattern QUOTED_NAME = Pattern.compile("^\".*\" from (?=property source )");

    /** Returns each unknown name once, where it takes effect. */
    static Collection<UnknownSetting> in(ConfigurableEnvironment environment, KnownSettings known) {
        Map<ConfigurationPropertyName, UnknownSetting> found = new LinkedHashMap<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.from(environment.getPropertySources())) {
            if (source instanceof IterableConfigurationPropertySource names) {
                names.stream()
                        .filter(name -> !found.containsKey(name))
                        .forEach(name -> find(name, source, known).ifPresent(unknown -> found.put(name, unknown)));
            }
        }
        return found.values();
    }

    private static Optional<UnknownSetting> find(
            ConfigurationPropertyName name, ConfigurationPropertySource source, KnownSettings known) {
        boolean variable = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
        if (variable ? known.containsVariable(name) : known.contains(name)) {
            return Optional.empty();
        }
        boolean foreign = !known.shareTheRootOf(name)
                || ((variable || isOfTheJvm(source))
                        && OF_OTHERS.matcher(name.toString()).matches());
        return known.nearestTo(name, foreign ? MISSPELLING : Integer.MAX_VALUE)
                .map(nearest -> new UnknownSetting(name.toString(), placeOf(name, source), nearest));
    }

    private static boolean isOfTheJvm(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> properties
                && properties.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
    }

    private static String placeOf(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        return property == null
                ? String.valueOf(source)
                : QUOTED_NAME.matcher(String.valueOf(property.getOrigin())).replaceFirst("");
    }
}
