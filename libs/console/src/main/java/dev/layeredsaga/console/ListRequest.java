package dev.layeredsaga.console;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A list's address as it was given: texts by name, so that a wrong one can be shown again. What is missing is empty. */
public abstract class ListRequest {

    private static final String AFTER = "after";

    private final Map<String, String> texts = new LinkedHashMap<>();

    /**
     * @param parameters those of an address or the fields of a form
     * @param names those of the filter; besides there is {@code after}, the last entry of the page before
     */
    protected ListRequest(Map<String, ? extends @Nullable Object> parameters, String... names) {
        Arrays.stream(names).forEach(name -> texts.put(name, Objects.toString(parameters.get(name), "")));
        texts.put(AFTER, Objects.toString(parameters.get(AFTER), ""));
    }

    /** Returns the text with this name. */
    public String get(String name) {
        return Objects.requireNonNull(texts.get(name));
    }

    public String after() {
        return get(AFTER);
    }

    /** Returns the text with this name; null if it is empty. */
    protected @Nullable String some(String name) {
        return get(name).isEmpty() ? null : get(name);
    }

    protected boolean hasAny(String... names) {
        return Arrays.stream(names).anyMatch(name -> !get(name).isEmpty());
    }

    /** Returns that a text is none of those known, in words; empty if it is one or missing. */
    protected Optional<String> unlessIn(List<String> known, String name) {
        return get(name).isEmpty() || known.contains(get(name))
                ? Optional.empty()
                : Optional.of("'" + get(name) + "' is no " + name + "; there are " + String.join(", ", known) + ".");
    }

    protected Optional<String> unlessPlain(String name) {
        return TextFilter.check(name, get(name));
    }

    protected Optional<String> unlessAge(String name) {
        return get(name).isEmpty() || Ages.parse(get(name)).isPresent()
                ? Optional.empty()
                : Optional.of("'" + get(name) + "' is no age; write a number with s, m, h or d, such as 10m.");
    }

    /** Returns this address of the list or of its rows, going on after another entry; from the start if that is empty. */
    public String url(String path, String afterOther) {
        ListAddress address = ListAddress.of(path);
        texts.forEach((name, text) -> address.with(name, name.equals(AFTER) ? afterOther : text));
        return address.toString();
    }
}
