package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.layeredsaga.testbed.contract.Operation.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Generates requests for an operation: half of them valid, the others with a violation of the specification. */
final class Requests {

    /** Escapes characters that UTF-8 cannot encode, such as unpaired surrogates. */
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private static final List<String> OTHER_TYPES = List.of(
            "text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data", "nonsense");

    private static final List<String> BAD_TOKENS = List.of("", "nonsense", "a.b.c", "eyJhbGciOiJub25lIn0.e30.");

    private final Specification specification;
    private final RandomGenerator random;
    private final Values values;
    private final Mischief mischief;

    Requests(Specification specification, RandomGenerator random, Map<String, List<String>> known) {
        this.specification = specification;
        this.random = random;
        this.values = new Values(specification, random, known);
        this.mischief = new Mischief(random, values);
    }

    Draft next(Operation operation) {
        Draft draft = fitting(operation);
        if (operation.isGuarded() && random.nextInt(10) == 0) {
            draft.token(values.oneOf(BAD_TOKENS));
            draft.markUnfit();
        } else if (random.nextBoolean()) {
            spoil(draft);
        }
        return draft;
    }

    private Draft fitting(Operation operation) {
        Draft draft = new Draft(operation);
        operation.parameters().stream()
                .filter(parameter -> parameter.required() || random.nextInt(3) == 0)
                .forEach(parameter -> draft.add(parameter, valueOf(parameter)));
        JsonNode body = operation.body();
        if (body != null) {
            draft.body(bytes(values.fitting(body)), "application/json");
        }
        return draft;
    }

    private String valueOf(Parameter parameter) {
        String text = values.named(parameter.name(), parameter.schema()).asString();
        return text.isEmpty() ? "x" : text;
    }

    private static byte[] bytes(JsonNode value) {
        return JSON.writeValueAsString(value).getBytes(US_ASCII);
    }

    private void spoil(Draft draft) {
        JsonNode body = draft.operation().body();
        List<Parameter> parameters = draft.operation().parameters();
        switch (random.nextInt(body == null ? 4 : 10)) {
            case 0 -> refuseAnswers(draft);
            case 1, 2, 3 -> {
                if (!parameters.isEmpty()) {
                    spoil(draft, values.oneOf(parameters));
                }
            }
            case 4 -> {
                draft.body(draft.body(), values.oneOf(OTHER_TYPES));
                draft.markUnfit();
            }
            case 5 -> {
                draft.body(mischief.garbage(), "application/json");
                draft.markUnfit();
            }
            default -> spoilBody(draft, Objects.requireNonNull(body));
        }
    }

    private static void refuseAnswers(Draft draft) {
        draft.accept("image/png");
    }

    private void spoilBody(Draft draft, JsonNode schema) {
        JsonNode spoiled = mischief.spoiled(values.fitting(schema));
        draft.body(bytes(spoiled), "application/json");
        if (!specification.fits(schema, spoiled)) {
            draft.markUnfit();
        }
    }

    private void spoil(Draft draft, Parameter parameter) {
        if (parameter.isIn("header") && random.nextInt(4) == 0) {
            draft.add(parameter, valueOf(parameter));
            return;
        }
        draft.remove(parameter);
        if (parameter.isIn("path") || random.nextInt(4) > 0) {
            String text = Draft.sendable(parameter, values.oneOf(OddTexts.ALL));
            draft.add(parameter, text);
            markIfUnfit(draft, parameter, text);
        } else if (parameter.required()) {
            draft.markUnfit();
        }
    }

    /** Treats a value of only blanks and control characters as absent. */
    private void markIfUnfit(Draft draft, Parameter parameter, String text) {
        boolean fits = text.chars().allMatch(character -> character <= ' ')
                ? !parameter.required()
                : specification.fits(parameter.schema(), Values.typed(parameter.schema(), text));
        if (!fits) {
            draft.markUnfit();
        }
    }
}
