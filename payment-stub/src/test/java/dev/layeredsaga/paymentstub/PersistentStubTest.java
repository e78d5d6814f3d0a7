package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.http.HttpGateway.PortTaken;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PersistentStubTest {

    @TempDir
    private Path directory;

    @Test
    void letsGoOfItsLedgerWhenItIsClosedOrDoesNotStart() {
        var settings = StubSettings.onPort(0).withLedger(directory.resolve("ledger.jsonl"));
        PaymentStubServer first = PaymentStubServer.start(settings);
        first.close();

        try (var second = PaymentStubServer.start(settings)) {
            var other = StubSettings.onPort(second.port()).withLedger(directory.resolve("other.jsonl"));
            assertThatThrownBy(() -> PaymentStubServer.start(other)).isInstanceOf(PortTaken.class);
            PaymentStubServer.start(StubSettings.onPort(0).withLedger(Objects.requireNonNull(other.ledger())))
                    .close();
        }
    }

    @Test
    void cannotBeResetIfItsLedgerIsInAFile() {
        try (var stub = PaymentStubServer.start(StubSettings.onPort(0).withLedger(directory.resolve("ledger.jsonl")))) {
            assertThatThrownBy(stub::reset)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageEndingWith("can only be added to");
        }
    }

    @Test
    void aResetBeginsAnewOnTheSamePort() throws Exception {
        var stub = new RunningStub();
        stub.start();
        stub.pay("key", "order", "pm_ok");
        stub.setFault(Map.of("scenario", "outage"));
        stub.reset();

        assertThat(stub.get("/ledger").body()).isEqualTo("{\"entries\":[]}");
        assertThat(stub.get("/calls?orderId=order").json().path("payments").asInt())
                .isZero();
        assertThat(stub.pay("key", "another", "pm_ok").status()).isEqualTo(201);
        stub.stop();
    }

    /** Resets the stub during a delayed payment, which is then recorded in the previous ledger. */
    @Test
    void whatWasUnderWayAtAResetIsNotSeenAfterwards() throws Exception {
        var stub = new RunningStub();
        stub.start();
        var late = stub.payAsync("late", "late", "pm_slow_then_ok");
        while (stub.payments("late").texts("payments", "status").isEmpty()) {
            Thread.onSpinWait();
        }
        stub.reset();

        assertThat(late.join().status()).isEqualTo(201);
        assertThat(stub.get("/ledger").body()).isEqualTo("{\"entries\":[]}");
        stub.stop();
    }
}
