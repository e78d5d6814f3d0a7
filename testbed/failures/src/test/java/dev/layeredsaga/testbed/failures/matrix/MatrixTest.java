package dev.layeredsaga.testbed.failures.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MatrixTest {

    private static final List<String> SCENARIOS = List.of(
            "ok",
            "slow_then_ok",
            "declined_insufficient_funds",
            "declined_expired_card",
            "declined_do_not_honor",
            "declined_fraud",
            "timeout_not_charged",
            "charged_response_lost",
            "charged_then_500",
            "reset_before_charge",
            "reset_after_charge",
            "empty",
            "malformed",
            "garbage",
            "dribble",
            "rate_limited_429",
            "unavailable_503",
            "flaky",
            "fail_n_then_ok",
            "outage",
            "refund_fails_n_then_ok",
            "refund_declined");

    private final Matrix matrix = Matrix.whole();

    @Test
    void hasACaseForEveryPaymentMethod() {
        assertThat(matrix.cases())
                .extracting(Case::name)
                .containsAll(
                        SCENARIOS.stream().map(scenario -> "pm_" + scenario).toList());
    }

    @Test
    void callsNoTwoCasesTheSame() {
        assertThat(matrix.cases()).extracting(Case::name).doesNotHaveDuplicates();
    }

    @Test
    void killsEveryProcessAtEveryStep() {
        assertThat(matrix.cases().stream().filter(each -> each.name().startsWith("killed-")))
                .hasSize(4 * SagaPoint.values().length);
    }

    @Test
    void choosesCasesByTheirNames() {
        assertThat(matrix.named(List.of("poison", "pm_ok")))
                .extracting(Case::name)
                .containsExactly("pm_ok", "poison");
    }

    @Test
    void choosesAllIfNoneIsNamed() {
        assertThat(matrix.named(List.of())).isEqualTo(matrix.cases());
    }

    @Test
    void knowsNoOtherCases() {
        assertThatThrownBy(() -> matrix.named(List.of("pm_ok", "pm_gold"))).hasMessageContaining("'pm_gold'");
    }
}
