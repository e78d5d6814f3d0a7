package dev.layeredsaga.messaging.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    @Test
    void readsAndWritesTheHeader() {
        String header = "00-" + TRACE + "-" + SPAN + "-01";

        assertThat(TraceParent.parse(header))
                .isEqualTo(new TraceParent(TRACE, SPAN, true))
                .hasToString(header);
        assertThat(TraceParent.parse("00-" + TRACE + "-" + SPAN + "-00"))
                .isEqualTo(new TraceParent(TRACE, SPAN, false));
    }

    @Test
    void readsWhatALaterVersionHasAdded() {
        assertThat(TraceParent.parse("01-" + TRACE + "-" + SPAN + "-03-more"))
                .isEqualTo(new TraceParent(TRACE, SPAN, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01more",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
                "00-4bf92f3577b34da6a3ce929d0e0e473\u00e4-00f067aa0ba902b7-01"
            })
    void takesNothingElseForATrace(String header) {
        assertThat(TraceParent.parse(header)).isNull();
    }
}
