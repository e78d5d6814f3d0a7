package dev.layeredsaga.starter.web;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.layeredsaga.chassis.problem.FieldProblem;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.messaging.envelope.MessageJson;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ValidRecordTest {

    private static final Validator VALIDATOR =
            Validation.buildDefaultValidatorFactory().getValidator();

    record Address(
            String town,
            @NotBlank String street,
            @Max(3) int floor,
            @Nullable String note) {}

    @Test
    void namesWhatIsMissingOnceAndWhatBreaksAConstraint() {
        Address address = address("{\"floor\": 9}");

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> ValidRecord.of(address, VALIDATOR))
                .satisfies(refused -> assertThat(refused.toResponse().getBody())
                        .extracting(problem ->
                                requireNonNull(problem.getProperties()).get("errors"))
                        .isEqualTo(List.of(
                                new FieldProblem("floor", "must be less than or equal to 3"),
                                new FieldProblem("street", "must not be blank"),
                                new FieldProblem("town", "must not be null"))));
    }

    @Test
    void takesWhatIsComplete() {
        Address address = address("{\"town\": \"Ulm\", \"street\": \"Gold 1\", \"floor\": 3}");

        assertThat(ValidRecord.of(address, VALIDATOR)).isSameAs(address);
    }

    private static Address address(String json) {
        return MessageJson.mapper().readValue(json, Address.class);
    }
}
