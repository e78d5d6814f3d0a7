package dev.layeredsaga.testbed.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.testbed.conformance.Conformance.Finding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.core.JacksonException;

class ConformanceTest {

    private static final Participant SEATS = Participant.read(SeatDesk.DESCRIPTION);

    @Test
    void findsNothingInAParticipantThatDoesItsDuties() {
        assertThat(findings(null)).hasSize(Duty.values().length).allMatch(finding -> finding.broken() == null);
    }

    @ParameterizedTest
    @EnumSource
    void namesTheDutyThatIsTakenOut(Duty duty) {
        assertThat(findings(duty))
                .filteredOn(finding -> finding.duty() == duty)
                .allMatch(finding -> finding.broken() != null);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"REPEATS_WHAT_WAS_ASKED", "RETURNS_UNKNOWN_FIELDS", "TOMBSTONE", "STAYS_COMPENSATED", "GOES_ON"})
    void blamesNoOther(Duty duty) {
        assertThat(findings(duty).stream().filter(finding -> finding.broken() != null))
                .extracting(Finding::duty)
                .containsExactly(duty);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "scarce": true      | "scarce": true, "scare": true
        "commands"          | "command"
        "done": ["SeatFreed"] | "done": null
        """)
    void refusesADescriptionThatIsNone(String part, String instead) {
        assertThatThrownBy(() -> Participant.read(SeatDesk.DESCRIPTION.replace(part, instead)))
                .isInstanceOf(JacksonException.class);
    }

    @Test
    void saysWhatTheCommandSays() {
        assertThat(Path.of("conformance.help"))
                .content()
                .isEqualTo(ConformanceCommand.commandLine().getUsageMessage(Ansi.OFF));
    }

    private static List<Finding> findings(@Nullable Duty without) {
        return new Conformance(SEATS, new SeatDesk(without), UUID::randomUUID, Duration.ZERO)
                .findings()
                .toList();
    }
}
