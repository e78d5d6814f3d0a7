package dev.layeredsaga.testbed.failures.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.failures.audit.Finding;
import dev.layeredsaga.testbed.failures.audit.Violation;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSettings;
import dev.layeredsaga.testbed.failures.chaos.system.InjectionKind;
import dev.layeredsaga.testbed.failures.chaos.system.LayerSwitch;
import dev.layeredsaga.testbed.failures.chaos.system.Progress;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The chaos audit on a small scale: it holds under eight of the kinds of injections, and it fails when it should. */
@Tag("failures")
class ChaosAuditIT {

    private static final Set<InjectionKind> QUICK_TO_RECOVER_FROM = EnumSet.of(
            InjectionKind.GATEWAY_FAULTS,
            InjectionKind.FREEZES,
            InjectionKind.REDIS_OUTAGES,
            InjectionKind.KAFKA_OUTAGES,
            InjectionKind.POSTGRES_RESTARTS,
            InjectionKind.PROMOTED_STANDBYS,
            InjectionKind.RESENT_MESSAGES,
            InjectionKind.POISON);

    @BeforeAll
    static void silenceServers() {
        ChaosAudit.silenceServers();
    }

    @Test
    void allInvariantsHoldUnderWhatIsQuickToRecoverFrom() throws InterruptedException, SQLException, IOException {
        ChaosResult result = run(new ChaosSettings(
                3,
                150,
                Duration.ofSeconds(20),
                Duration.ofSeconds(1),
                1,
                Duration.ofSeconds(15),
                Duration.ofMinutes(2),
                EnumSet.complementOf(EnumSet.copyOf(QUICK_TO_RECOVER_FROM)),
                Set.of()));

        assertThat(result.findings())
                .allSatisfy(finding ->
                        assertThat(finding.violations()).as(finding.name()).isEmpty());
        assertThat(result.failed()).isEmpty();
        assertThat(result.seen().orders().orders()).hasSize(150);
        assertThat(result.seen().returns().everyCompleted()).isNotEmpty();
    }

    /** Neither layer is there: two may have what there is once, and the audit alone notices. */
    @Test
    void findsOversellingWithoutSemanticLockAndVersion() throws InterruptedException, SQLException, IOException {
        ChaosResult result = run(new ChaosSettings(
                1,
                200,
                Duration.ofSeconds(10),
                Duration.ofSeconds(1),
                1,
                Duration.ofMinutes(2), // so that a slow machine does not take back what it has oversold
                Duration.ofSeconds(20),
                EnumSet.allOf(InjectionKind.class),
                EnumSet.allOf(LayerSwitch.class)));

        Finding noOversell = result.finding(1);
        assertThat(noOversell.violations()).extracting(Violation::what).anyMatch(what -> what.contains("OVERSOLD"));
        assertThat(noOversell.violations())
                .allSatisfy(violation -> assertThat(violation.ids()).isNotEmpty());
        assertThat(result.allHold()).isFalse();
    }

    private static ChaosResult run(ChaosSettings settings) throws InterruptedException, SQLException, IOException {
        Progress progress = new Progress(System.out);
        ChaosResult result = new ChaosRun(settings, progress).run();
        progress.say(result.inWords());
        return result;
    }
}
