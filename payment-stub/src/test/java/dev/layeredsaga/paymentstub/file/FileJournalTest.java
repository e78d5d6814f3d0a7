package dev.layeredsaga.paymentstub.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.ledger.ClientTold;
import dev.layeredsaga.paymentstub.ledger.Deed;
import dev.layeredsaga.paymentstub.ledger.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.Note;
import dev.layeredsaga.paymentstub.ledger.Posting;
import dev.layeredsaga.paymentstub.ledger.UnusableJournal;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileJournalTest {

    private static final UUID PAYMENT = UUID.fromString("01900000-0000-7000-8000-000000000001");
    private static final UUID REFUND = UUID.fromString("01900000-0000-7000-8000-000000000002");
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.123456Z");
    private static final Note CAPTURED = entry(new Deed.Captured(Scenario.CHARGED_RESPONSE_LOST, true));
    private static final List<Note> NOTES = List.of(
            CAPTURED,
            entry(new Deed.Captured(Scenario.OK, false)),
            entry(new Deed.Declined(Scenario.DECLINED_FRAUD, DeclineCode.FRAUD)),
            entry(new Deed.Refunded(REFUND, OptionalLong.empty())),
            entry(new Deed.Refunded(REFUND, OptionalLong.of(5))),
            entry(new Deed.RefundDeclined(DeclineCode.REFUND_DECLINED, OptionalLong.of(5))),
            entry(new Deed.Replayed(true)),
            new ClientTold(PAYMENT, AT));

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("ledger.jsonl");
    }

    @ParameterizedTest
    @FieldSource("NOTES")
    void readsWhatItWrote(Note note) {
        write(note);

        assertThat(read()).containsExactly(note);
    }

    @Test
    void anEntryIsALineThatBeginsAsTheLedgerShowsIt() throws IOException {
        write(CAPTURED);

        assertThat(file)
                .content()
                .isEqualTo("{\"sequence\":7,\"type\":\"CAPTURED\",\"paymentId\":\"" + PAYMENT
                        + "\",\"orderId\":\"order \\\"1\\\"\\n\",\"amount\":1990,\"currency\":\"KRW\","
                        + "\"idempotencyKey\":\"key\",\"at\":\"2026-01-02T03:04:05.123456Z\","
                        + "\"method\":\"pm_charged_response_lost\",\"answerLost\":true}\n");
    }

    @Test
    void goesOnWhereItEnded() {
        NOTES.forEach(this::write);

        assertThat(read()).isEqualTo(NOTES);
    }

    /** Truncates the last line at every possible length; the lines before it stay intact. */
    @Test
    void cutsOffALastLineThatWasNotWrittenToItsEnd() throws IOException {
        write(CAPTURED);
        byte[] line = Files.readAllBytes(file);
        for (int written = 0; written < line.length; written++) {
            Files.write(file, line);
            Files.write(file, Arrays.copyOf(line, written), StandardOpenOption.APPEND);

            assertThat(read()).as("%d bytes of the second line", written).containsExactly(CAPTURED);
            assertThat(file).hasSize(line.length);
        }
    }

    @Test
    void writesOnAfterWhatItCutOff() throws IOException {
        Files.writeString(file, "{\"sequence\":");
        write(CAPTURED);

        assertThat(read()).containsExactly(CAPTURED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "{}",
                "{\"type\":\"GUESSED\",\"sequence\":1}",
                "{\"type\":\"CLIENT_TOLD\",\"paymentId\":\"no\",\"at\":\"2026-01-02T03:04:05Z\"}",
                "{\"type\":\"CLIENT_TOLD\",\"paymentId\":\"01900000-0000-7000-8000-000000000001\"}"
            })
    void namesTheLineThatIsBroken(String line) throws IOException {
        write(CAPTURED);
        String whole = Files.readString(file);
        Files.writeString(file, whole + line + "\n" + whole);

        assertThatThrownBy(this::read)
                .isInstanceOf(UnusableJournal.class)
                .hasMessage("the ledger " + file + " is broken in line 2");
    }

    @Test
    void refusesADirectory() {
        assertThatThrownBy(() -> FileJournal.open(directory))
                .isInstanceOf(UnusableJournal.class)
                .hasMessageContaining("is a directory");
    }

    @Test
    void refusesAFileInNoDirectory() {
        assertThatThrownBy(() -> FileJournal.open(directory.resolve("nowhere/ledger.jsonl")))
                .isInstanceOf(UnusableJournal.class)
                .hasMessageContaining("no such directory");
    }

    @Test
    void refusesAFileThatAnotherHoldsAndTakesItWhenThatLetsGo() {
        var other = FileJournal.open(file);

        assertThatThrownBy(() -> FileJournal.open(file))
                .isInstanceOf(UnusableJournal.class)
                .hasMessage("the ledger " + file + " is held by another stub");
        other.close();
        assertThat(read()).isEmpty();
    }

    private void write(Note note) {
        write(List.of(note));
    }

    private void write(List<Note> notes) {
        try (var journal = FileJournal.open(file)) {
            journal.read();
            notes.forEach(journal::write);
        }
    }

    private List<Note> read() {
        try (var journal = FileJournal.open(file)) {
            return new ArrayList<>(journal.read());
        }
    }

    private static LedgerEntry entry(Deed deed) {
        var posting =
                new Posting(PAYMENT, new OrderId("order \"1\"\n"), new Money(1990, "KRW"), new IdempotencyKey("key"));
        return new LedgerEntry(7, deed, posting, AT);
    }
}
