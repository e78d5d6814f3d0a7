package dev.layeredsaga.chassis.http;

import java.beans.PropertyEditorSupport;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.util.Assert;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;

/**
 * Parses numbers and identifiers in paths, queries and headers as strictly as in bodies. By default Spring accepts 0x10 as a
 * number and 1-1-1-1-1 as a UUID, and falls back to this even if a converter refuses the value.
 */
@ControllerAdvice
public final class StrictParameters {

    @InitBinder
    void register(WebDataBinder binder) {
        binder.registerCustomEditor(int.class, new Editor(Integer::valueOf));
        binder.registerCustomEditor(Integer.class, new Editor(Integer::valueOf));
        binder.registerCustomEditor(long.class, new Editor(Long::valueOf));
        binder.registerCustomEditor(Long.class, new Editor(Long::valueOf));
        binder.registerCustomEditor(UUID.class, new Editor(StrictParameters::uuid));
    }

    private static UUID uuid(String text) {
        UUID uuid = UUID.fromString(text);
        Assert.isTrue(uuid.toString().equalsIgnoreCase(text), "not a whole UUID");
        return uuid;
    }

    private static final class Editor extends PropertyEditorSupport {

        private final Function<String, ?> parser;

        Editor(Function<String, ?> parser) {
            this.parser = parser;
        }

        @Override
        public void setAsText(String text) {
            setValue(text.isEmpty() ? null : parser.apply(text));
        }
    }
}
