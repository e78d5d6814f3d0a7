package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Stubs in separate processes, one of which is killed under load. */
@Timeout(120)
@Tag("failures")
class KilledStubTest {

    private static final int CLIENTS = 8;
    private static final int ANSWERS_BEFORE_THE_END = 200;

    @TempDir
    private Path directory;

    /** Kills the stub while clients are active, so that some decision is on its way to the file or to the client. */
    @Test
    void whateverWasAnsweredBeforeItWasKilledIsKnownAfterwards() throws Exception {
        Path ledger = directory.resolve("ledger.jsonl");
        Map<String, String> paid = payUntilKilled(ledger);

        try (var next = StubProcess.start(ledger)) {
            for (var payment : paid.entrySet()) {
                Reply replay = next.pay(payment.getKey(), "order-" + payment.getKey(), "pm_ok");
                assertThat(replay.text("paymentId")).isEqualTo(payment.getValue());
                assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
            }
            assertThat(next.get("/audit").json().path("holds").asBoolean()).isTrue();
            assertThat(sequences(next))
                    .hasSizeGreaterThanOrEqualTo(2 * paid.size())
                    .isEqualTo(IntStream.rangeClosed(1, sequences(next).size())
                            .boxed()
                            .toList());
        }
    }

    @Test
    void saysWhereItsLedgerIsAndWhatItCutOff() throws Exception {
        Path ledger = directory.resolve("ledger.jsonl");
        Files.writeString(ledger, "{\"sequ", StandardOpenOption.CREATE);

        try (var stub = StubProcess.start(ledger)) {
            assertThat(stub.banner())
                    .contains("a STUB that moves no money")
                    .endsWith("its ledger " + ledger + ", open to all clients on this machine");
            assertThat(stub.stop())
                    .isEqualToIgnoringNewLines("payment-stub: cut off the last line of " + ledger
                            + ", which was not written to its end (6 bytes)");
        }
    }

    @Test
    void endsWithOneLineIfAnotherProgramHoldsItsLedger() throws Exception {
        Path ledger = directory.resolve("ledger.jsonl");
        try (var holder = StubProcess.start(ledger)) {
            assertThat(holder.banner()).isNotEmpty();
            endsWith(
                    Map.of("PAYMENT_STUB_PORT", "0", "PAYMENT_STUB_LEDGER", ledger.toString()),
                    "payment-stub: the ledger " + ledger + " is held by another stub");
        }
    }

    @Test
    void endsWithOneLineIfItsLedgerIsBroken() throws Exception {
        Path ledger = directory.resolve("ledger.jsonl");
        Files.writeString(ledger, "\n");

        endsWith(
                Map.of("PAYMENT_STUB_PORT", "0", "PAYMENT_STUB_LEDGER", ledger.toString()),
                "payment-stub: the ledger " + ledger + " is broken in line 1");
    }

    @Test
    void endsWithOneLineIfItsSettingsMakeNoSense() throws Exception {
        endsWith(Map.of("PAYMENT_STUB_PORT", "http"), "payment-stub: PAYMENT_STUB_PORT: \"http\" is not a port");
    }

    @Test
    void endsWithOneLineIfItsPortIsTaken() throws Exception {
        try (var other = PaymentStubServer.start(0)) {
            endsWith(
                    Map.of("PAYMENT_STUB_PORT", Integer.toString(other.port())),
                    "payment-stub: port " + other.port() + " is taken (set PAYMENT_STUB_PORT to another)");
        }
    }

    private static void endsWith(Map<String, String> environment, String line) throws Exception {
        Process process = StubProcess.launch(environment);
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ended").isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
            assertThat(StubProcess.errors(process)).isEqualTo(line + System.lineSeparator());
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the ids of the payments that were answered, by key. */
    private static Map<String, String> payUntilKilled(Path ledger) throws Exception {
        Map<String, String> paid = new ConcurrentHashMap<>();
        var enough = new CountDownLatch(ANSWERS_BEFORE_THE_END);
        try (var stub = StubProcess.start(ledger);
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, CLIENTS)
                    .forEach(client -> clients.execute(() -> payWhileItLives(stub, client, (key, id) -> {
                        paid.put(key, id);
                        enough.countDown();
                    })));
            enough.await();
            stub.kill();
        }
        return paid;
    }

    private static void payWhileItLives(StubProcess stub, int client, BiConsumer<String, String> paid) {
        try {
            for (int i = 0; true; i++) {
                String key = client + "-" + i;
                paid.accept(key, stub.pay(key, "order-" + key, "pm_ok").text("paymentId"));
            }
        } catch (IOException e) {
            // the stub was killed
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<Integer> sequences(StubProcess stub) throws Exception {
        return stub.get("/ledger").json().path("entries").values().stream()
                .map(entry -> entry.path("sequence"))
                .map(JsonNode::asInt)
                .toList();
    }
}
