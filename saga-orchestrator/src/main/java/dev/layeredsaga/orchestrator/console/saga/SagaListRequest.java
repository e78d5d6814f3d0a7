package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.engine.query.SagaFilter;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.orchestrator.console.Ages;
import dev.layeredsaga.orchestrator.console.ListRequest;
import dev.layeredsaga.orchestrator.console.SagaId;
import dev.layeredsaga.orchestrator.ordersaga.OrderQueries;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** The address of the list of sagas; {@code age} has only those that were begun longer ago than this. */
public final class SagaListRequest extends ListRequest {

    static final List<String> SIZES = List.of("50", "100", "500");

    private static final String[] FILTERS = {"status", "step", "waiting", "reason", "customer", "sku", "age", "text"};

    SagaListRequest(Map<String, ? extends @Nullable Object> parameters) {
        super(parameters, StringUtils.addStringToArray(FILTERS, "size"));
    }

    /** Returns what is wrong with it, in words; empty if nothing is. */
    List<String> problems() {
        return Stream.of(
                        unlessIn(statuses(), "status"),
                        unlessIn(List.of("true"), "waiting"),
                        unlessIn(reasons(), "reason"),
                        unlessIn(SIZES, "size"),
                        unlessPlain("step"),
                        unlessPlain("customer"),
                        unlessPlain("sku"),
                        unlessPlain("text"),
                        unlessAge("age"),
                        after().isEmpty() || SagaId.parse(after()).isPresent()
                                ? Optional.<String>empty()
                                : Optional.of("'" + after() + "' is no saga's id."))
                .flatMap(Optional::stream)
                .toList();
    }

    static List<String> statuses() {
        return Arrays.stream(SagaStatus.values()).map(SagaStatus::name).toList();
    }

    static List<String> reasons() {
        return Arrays.stream(ReasonCode.values()).map(ReasonCode::name).toList();
    }

    /** Returns the filter; of a request with problems the one of no saga. */
    SagaFilter filter(Instant now) {
        if (!problems().isEmpty()) {
            return new SagaFilter(null, null, null, false, Instant.EPOCH, SagaFilter.Content.ANY);
        }
        return new SagaFilter(
                get("status").isEmpty() ? null : SagaStatus.valueOf(get("status")),
                some("step"),
                null,
                get("waiting").equals("true"),
                Ages.parse(get("age")).map(now::minus).orElse(null),
                new SagaFilter.Content(some("reason"), OrderQueries.texts(get("customer"), get("sku")), some("text")));
    }

    /** Returns true if it means some sagas and not simply all, so that they can be acted on together. */
    boolean isNarrow() {
        return problems().isEmpty() && hasAny(FILTERS);
    }

    int pageSize() {
        return SIZES.contains(get("size")) ? Integer.parseInt(get("size")) : Integer.parseInt(SIZES.getFirst());
    }

    @Nullable UUID afterId() {
        return SagaId.parse(after()).orElse(null);
    }
}
