package dev.layeredsaga.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AgesTest {

    @Test
    void haveTheFirstIdOfATime() {
        assertThat(Ages.firstIdAt(Instant.ofEpochMilli(0x01a1fd4c52c0L)))
                .isEqualTo(UUID.fromString("01a1fd4c-52c0-7000-8000-000000000000"));
    }

    /** An id's time cannot be negative, and would be one far in the future. */
    @Test
    void haveTheFirstIdOfAllBefore1970() {
        assertThat(Ages.firstIdAt(Instant.parse("-0711-01-01T00:00:00Z")))
                .isEqualTo(UUID.fromString("00000000-0000-7000-8000-000000000000"));
    }
}
