package dev.layeredsaga.engine;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.engine.state.Saga;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A saga's data while it is being driven: read from its JSON once, which takes longer than what is done with it. Not thread-safe. */
final class SagaData<D> {

    private final Saga saga;
    private final Class<D> type;
    private final JsonMapper json;
    private @Nullable D value;

    SagaData(Saga saga, Class<D> type, JsonMapper json) {
        this.saga = saga;
        this.type = type;
        this.json = json;
    }

    D get() {
        D known = value;
        if (known == null) {
            known = requireNonNull(json.readValue(saga.data(), type), "the saga has no data");
            value = known;
        }
        return known;
    }

    void change(D newValue) {
        if (!newValue.equals(value)) {
            saga.changeData(json.writeValueAsString(newValue));
            value = newValue;
        }
    }
}
