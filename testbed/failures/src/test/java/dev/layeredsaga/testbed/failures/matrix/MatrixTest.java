package dev.layeredsaga.testbed.failures.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.fault.PaymentMethod;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.scenario.SagaPoint;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MatrixTest {

    private final Matrix matrix = Matrix.whole();

    @Test
    void hasACaseForEveryPaymentMethod() {
        assertThat(matrix.cases())
                .extracting(Case::name)
                .containsAll(Stream.of(Scenario.values())
                        .map(scenario -> new PaymentMethod(scenario).name())
                        .toList());
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
