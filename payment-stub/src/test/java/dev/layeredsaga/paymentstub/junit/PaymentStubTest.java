package dev.layeredsaga.paymentstub.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

class PaymentStubTest {

    @BeforeEach
    void forgetThePorts() {
        Samples.PORTS.clear();
    }

    @Test
    void isInjectedIntoConstructorsAndMethods() {
        succeeds(1, Samples.Injected.class);
    }

    @Test
    void isThereBeforeTheOneInstanceOfAClass() {
        succeeds(2, Samples.OneInstance.class);
    }

    @Test
    void isInherited() {
        succeeds(1, Samples.Inherits.class);
    }

    @Test
    void nothingLeaksFromTestToTest() {
        succeeds(2, Samples.Repeated.class);
    }

    @Test
    void everythingIsKeptIfAskedFor() {
        succeeds(2, Samples.Kept.class);
    }

    @Test
    void nestedClassesShareIt() {
        succeeds(3, Samples.Outer.class);

        assertThat(Samples.PORTS).hasSize(3).containsOnly(Samples.PORTS.element());
    }

    @Test
    void classesDoNotShareItAlsoWhenTheyRunTogether() {
        EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.classes.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
                .selectors(selectClass(Samples.FirstTwin.class), selectClass(Samples.SecondTwin.class))
                .execute();

        results.testEvents().assertStatistics(statistics -> statistics.succeeded(2));
        assertThat(Samples.PORTS).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void isStoppedAfterItsClass() throws IOException {
        succeeds(1, Samples.Injected.class);

        int port = Samples.PORTS.element();
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.getLocalPort()).isEqualTo(port);
        }
    }

    @Test
    void aFailureShowsTheLedgerAndTheCalls() {
        assertThat(failures("chargedTwice"))
                .singleElement()
                .asString()
                .contains(
                        "Expecting order order to be charged exactly once, 1990 KRW, but its ledger is",
                        "  1 CAPTURED 1990 KRW, payment ",
                        "  2 CAPTURED 1990 KRW, payment ",
                        ", key key-2, at ",
                        "and the gateway was called for 2 payments, 0 queries and 0 refunds.");
    }

    @Test
    void anAuditThatFailsNamesEachViolation() {
        assertThat(failures("audited"))
                .singleElement()
                .asString()
                .contains(
                        "the audit of 1 order",
                        "at-most-one-net-capture-per-order: order order",
                        "2 captures are not refunded in full");
    }

    private static void succeeds(int tests, Class<?> sample) {
        run(sample)
                .testEvents()
                .assertStatistics(statistics -> statistics.started(tests).succeeded(tests));
    }

    private static Stream<String> failures(String test) {
        return run(Samples.Failing.class).testEvents().failed().stream()
                .filter(event -> event.getTestDescriptor().getDisplayName().startsWith(test))
                .map(PaymentStubTest::message);
    }

    private static String message(Event event) {
        Throwable failure = event.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
        return String.valueOf(failure.getMessage());
    }

    private static EngineExecutionResults run(Class<?>... samples) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(Arrays.stream(samples)
                        .map(sample -> selectClass(sample))
                        .toArray(ClassSelector[]::new))
                .execute();
    }
}
