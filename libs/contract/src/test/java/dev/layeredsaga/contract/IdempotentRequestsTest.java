package dev.layeredsaga.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotentRequestsTest {

    @Test
    void takeKeysOfVisibleAscii() {
        String longest = "~".repeat(254) + "!";

        assertThat(IdempotentRequests.checkedKey(longest)).isEqualTo(longest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\n", "\u007f", "\u00e4"})
    void refuseOtherKeys(String key) {
        assertThatIllegalArgumentException().isThrownBy(() -> IdempotentRequests.checkedKey(key));
    }

    @Test
    void refuseLongerKeys() {
        String longer = "a".repeat(256);

        assertThatIllegalArgumentException().isThrownBy(() -> IdempotentRequests.checkedKey(longer));
    }

    @Test
    void areKnownByTheHashOfTheirText() {
        assertThat(IdempotentRequests.sha256("abc"))
                .asHexString()
                .isEqualToIgnoringCase("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
