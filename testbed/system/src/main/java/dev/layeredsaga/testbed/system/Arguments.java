package dev.layeredsaga.testbed.system;

import java.util.Map;

/** Settings as arguments of a Spring application, where nothing else overrides them. */
public final class Arguments {

    private Arguments() {}

    public static String[] of(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
    }
}
