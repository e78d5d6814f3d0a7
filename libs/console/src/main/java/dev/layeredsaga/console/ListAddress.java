package dev.layeredsaga.console;

import java.util.Map;
import org.springframework.web.util.UriComponentsBuilder;

/** The address of a list with its filter, which can be sent to a colleague. */
public final class ListAddress {

    private final UriComponentsBuilder url;

    private ListAddress(UriComponentsBuilder url) {
        this.url = url;
    }

    /** Returns the address without a filter. */
    public static ListAddress of(String path) {
        return new ListAddress(UriComponentsBuilder.fromPath(path));
    }

    /** Adds a parameter unless its value is empty. */
    public ListAddress with(String name, String value) {
        if (!value.isEmpty()) {
            // a template's variable, so that every character with a meaning is encoded
            url.queryParam(name, "{" + name + "}").uriVariables(Map.of(name, value));
        }
        return this;
    }

    /** Returns the address as a link has it. */
    @Override
    public String toString() {
        return url.encode().build().toUriString();
    }
}
