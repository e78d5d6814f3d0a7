package dev.layeredsaga.console.saga;

import dev.layeredsaga.console.Ages;
import dev.layeredsaga.console.ListRequest;
import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.console.SagaId;
import dev.layeredsaga.engine.query.SagaFilter;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** The address of the list of sagas; {@code age} has only those that were begun longer ago than this. */
public final class SagaListRequest extends ListRequest {

    static final List<String> SIZES = List.of("50", "100", "500");

    private final SagaContent content;

    SagaListRequest(Map<String, ? extends @Nullable Object> parameters, SagaContent content) {
        super(parameters, StringUtils.addStringToArray(filters(content), "size"));
        this.content = content;
    }

    private static String[] filters(SagaContent content) {
        return Stream.of(Stream.of("status", "step", "waiting", "reason"), names(content), Stream.of("age", "text"))
                .flatMap(names -> names)
                .toArray(String[]::new);
    }

    private static Stream<String> names(SagaContent content) {
        return content.filters().stream().map(SagaContent.Filter::name);
    }

    /** Returns what is wrong with it, in words; empty if nothing is. */
    List<String> problems() {
        Stream<Optional<String>> own = Stream.of(
                unlessIn(statuses(), "status"),
                unlessIn(List.of("true"), "waiting"),
                content.reasons().isEmpty() ? unlessPlain("reason") : unlessIn(content.reasons(), "reason"),
                unlessIn(SIZES, "size"),
                unlessPlain("step"),
                unlessPlain("text"),
                unlessAge("age"),
                after().isEmpty() || SagaId.parse(after()).isPresent()
                        ? Optional.<String>empty()
                        : Optional.of("'" + after() + "' is no saga's id."));
        return Stream.concat(own, names(content).map(this::unlessPlain))
                .flatMap(Optional::stream)
                .toList();
    }

    static List<String> statuses() {
        return Arrays.stream(SagaStatus.values()).map(SagaStatus::name).toList();
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
                new SagaFilter.Content(some("reason"), data(), some("text")));
    }

    private List<String> data() {
        return content.data(names(content).collect(Collectors.toMap(name -> name, this::get)));
    }

    /** Returns true if it means some sagas and not simply all, so that they can be acted on together. */
    boolean isNarrow() {
        return problems().isEmpty() && hasAny(filters(content));
    }

    int pageSize() {
        return SIZES.contains(get("size")) ? Integer.parseInt(get("size")) : Integer.parseInt(SIZES.getFirst());
    }

    @Nullable UUID afterId() {
        return SagaId.parse(after()).orElse(null);
    }
}
