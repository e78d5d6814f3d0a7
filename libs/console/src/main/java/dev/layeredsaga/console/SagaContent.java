package dev.layeredsaga.console;

import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.Direction;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The part of the saga pages that a service adds to what every saga has; all of it is optional. Implementations are thread-safe, and are
 * beans of which a service has one.
 */
public interface SagaContent {

    /**
     * A filter of the list, by a text.
     *
     * @param name of its parameter in the list's address
     * @param longest the longest text, in characters
     */
    record Filter(String name, String label, int longest) {}

    /**
     * A panel of a saga's page: a {@code section} with this id, which is asked for at {@code /console/sagas/{id}/NAME}.
     *
     * @param id its id, and its name in the address
     */
    record Panel(String id, String title) {}

    /** Returns what the search box finds, such as {@code Order, customer}. */
    default String searchHint() {
        return "Saga";
    }

    /** Returns the headings of further columns of the list. */
    default List<String> columns() {
        return List.of();
    }

    /** Returns the values in these columns, for each saga that has any. */
    default Map<UUID, List<String>> values(Collection<UUID> sagas) {
        return Map.of();
    }

    /** Returns further filters of the list. */
    default List<Filter> filters() {
        return List.of();
    }

    /**
     * Returns the texts that the data of sagas has which a filter means.
     *
     * @param texts those of the filters by name, each of which may be empty
     */
    default List<String> data(Map<String, String> texts) {
        return List.of();
    }

    /** Returns the codes of the reasons for which sagas are compensated, to choose from. */
    default List<String> reasons() {
        return List.of();
    }

    /** Returns the type of the message that an attempt at a step of a definition sends; empty if it is not known. */
    default String command(String definition, String step, Direction direction) {
        return "";
    }

    /** Returns further facts on a saga's page. */
    default List<Fact> facts(SagaView saga) {
        return List.of();
    }

    /** Returns further panels of the page of a definition's sagas. */
    default List<Panel> panels(String definition) {
        return List.of();
    }
}
