package dev.layeredsaga.paymentstub.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultSettingsTest {

    @ParameterizedTest
    @ValueSource(doubles = {-0.01, 1.01, Double.NaN})
    void aProbabilityIsFromZeroToOne(double probability) {
        assertThat(refusedField(() -> new FaultSettings(Scenario.OK, probability, 1, null, null)))
                .isEqualTo("probability");
    }

    @Test
    void strikesAtLeastOnce() {
        assertThat(refusedField(() -> new FaultSettings(Scenario.OK, 1, 1, 0, null)))
                .isEqualTo("times");
    }

    @Test
    void aDelayIsNotNegative() {
        assertThat(refusedField(() -> new FaultSettings(Scenario.OK, 1, 1, null, Duration.ofMillis(-1))))
                .isEqualTo("delayMillis");
    }

    private static String refusedField(ThrowingCallable creation) {
        return catchThrowableOfType(InvalidInput.class, creation).field();
    }
}
