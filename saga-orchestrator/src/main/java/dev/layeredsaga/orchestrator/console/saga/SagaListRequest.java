package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.contract.saga.ReasonCode;
import dev.layeredsaga.engine.SagaFilter;
import dev.layeredsaga.engine.SagaStatus;
import dev.layeredsaga.orchestrator.console.Ages;
import dev.layeredsaga.orchestrator.console.ListAddress;
import dev.layeredsaga.orchestrator.console.SagaId;
import dev.layeredsaga.orchestrator.console.TextFilter;
import dev.layeredsaga.orchestrator.ordersaga.OrderQueries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The list's address as it was given: texts, so that a wrong one can be shown again.
 *
 * @param age only sagas that were begun longer ago than this, such as {@code 10m}
 * @param size how many on a page
 * @param after the last id of the page before
 */
public record SagaListRequest(
        String status,
        String step,
        String waiting,
        String reason,
        String customer,
        String sku,
        String age,
        String text,
        String size,
        String after) {

    static final List<String> SIZES = List.of("50", "100", "500");

    /** Reads the parameters of an address or the fields of a form; what is missing is empty. */
    static SagaListRequest of(Map<String, ? extends @Nullable Object> parameters) {
        return new SagaListRequest(
                text(parameters, "status"),
                text(parameters, "step"),
                text(parameters, "waiting"),
                text(parameters, "reason"),
                text(parameters, "customer"),
                text(parameters, "sku"),
                text(parameters, "age"),
                text(parameters, "text"),
                text(parameters, "size"),
                text(parameters, "after"));
    }

    private static String text(Map<String, ? extends @Nullable Object> parameters, String name) {
        return Objects.toString(parameters.get(name), "");
    }

    /** Returns what is wrong with it, in words; empty if nothing is. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        addUnlessIn(statuses(), "status", status, problems);
        addUnlessIn(List.of("true"), "waiting", waiting, problems);
        addUnlessIn(reasons(), "reason", reason, problems);
        addUnlessIn(SIZES, "size", size, problems);
        TextFilter.check("step", step).ifPresent(problems::add);
        TextFilter.check("customer", customer).ifPresent(problems::add);
        TextFilter.check("sku", sku).ifPresent(problems::add);
        TextFilter.check("text", text).ifPresent(problems::add);
        if (!age.isEmpty() && Ages.parse(age).isEmpty()) {
            problems.add(Ages.problem(age));
        }
        if (!after.isEmpty() && SagaId.parse(after).isEmpty()) {
            problems.add("'" + after + "' is no saga's id.");
        }
        return problems;
    }

    private static void addUnlessIn(List<String> known, String name, String value, List<String> problems) {
        if (!value.isEmpty() && !known.contains(value)) {
            problems.add("'" + value + "' is no " + name + "; there are " + String.join(", ", known) + ".");
        }
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
            return new SagaFilter(null, null, null, false, new UUID(0, 0), SagaFilter.Content.ANY);
        }
        return new SagaFilter(
                status.isEmpty() ? null : SagaStatus.valueOf(status),
                some(step),
                null,
                waiting.equals("true"),
                // a saga has its order's id, which begins with the time
                Ages.parse(age).map(old -> Ages.firstIdAt(now.minus(old))).orElse(null),
                new SagaFilter.Content(some(reason), OrderQueries.texts(customer, sku), some(text)));
    }

    /** Returns true if it means some sagas and not simply all, so that they can be acted on together. */
    boolean isNarrow() {
        return problems().isEmpty()
                && !String.join("", status, step, waiting, reason, customer, sku, age, text)
                        .isEmpty();
    }

    int pageSize() {
        return SIZES.contains(size) ? Integer.parseInt(size) : Integer.parseInt(SIZES.getFirst());
    }

    @Nullable UUID afterId() {
        return SagaId.parse(after).orElse(null);
    }

    private static @Nullable String some(String value) {
        return value.isEmpty() ? null : value;
    }

    /** Returns this address of the list or of its rows, going on after another saga; from the start if that is empty. */
    String url(String path, String afterOther) {
        return ListAddress.of(path)
                .with("status", status)
                .with("step", step)
                .with("waiting", waiting)
                .with("reason", reason)
                .with("customer", customer)
                .with("sku", sku)
                .with("age", age)
                .with("text", text)
                .with("size", size)
                .with("after", afterOther)
                .toString();
    }
}
