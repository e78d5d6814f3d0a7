package dev.layeredsaga.paymentstub.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.ledger.EntryDraft;
import dev.layeredsaga.paymentstub.ledger.Journal.UnusableJournal;
import dev.layeredsaga.paymentstub.ledger.JournalRecord;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.ClientNotified;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.EntryType;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
    private static final JournalRecord CAPTURED = entry(EntryDraft.captured(Scenario.CHARGED_RESPONSE_LOST, true));
    private static final List<JournalRecord> RECORDS = List.of(
            CAPTURED,
            entry(EntryDraft.captured(Scenario.OK, false)),
            entry(EntryDraft.declined(Scenario.DECLINED_FRAUD, DeclineCode.FRAUD)),
            entry(EntryDraft.refunded(REFUND, OptionalLong.empty())),
            entry(EntryDraft.refunded(REFUND, OptionalLong.of(5))),
            entry(EntryDraft.refundDeclined(DeclineCode.REFUND_DECLINED, OptionalLong.of(5))),
            entry(EntryDraft.replayed(true)),
            new ClientNotified(PAYMENT, AT));

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("ledger.jsonl");
    }

    @ParameterizedTest
    @FieldSource("RECORDS")
    void readsWhatItWrote(JournalRecord entry) {
        write(entry);

        assertThat(read()).containsExactly(entry);
    }

    @Test
    void writesAnEntryAsOneFlatObject() throws IOException {
        write(CAPTURED);

        assertThat(file)
                .content()
                .isEqualTo("{\"type\":\"CAPTURED\",\"sequence\":7,\"paymentId\":\"" + PAYMENT
                        + "\",\"orderId\":\"order \\\"1\\\"\\n\",\"amount\":1990,\"currency\":\"KRW\","
                        + "\"idempotencyKey\":\"key\",\"at\":\"2026-01-02T03:04:05.123456Z\","
                        + "\"method\":\"pm_charged_response_lost\",\"answerLost\":true}\n");
    }

    /** Reads a file that a stub wrote before its records were bound by Jackson, with every type of record. */
    @Test
    void readsAFileOfTheVersionBefore() throws IOException {
        try (InputStream before = Objects.requireNonNull(
                FileJournalTest.class.getResourceAsStream("/ledger-of-the-version-before.jsonl"))) {
            Files.copy(before, file);
        }

        List<JournalRecord> records = read();

        assertThat(records)
                .filteredOn(LedgerEntry.class::isInstance)
                .extracting(entry -> ((LedgerEntry) entry).type())
                .containsExactly(
                        EntryType.CAPTURED,
                        EntryType.REPLAYED,
                        EntryType.DECLINED,
                        EntryType.CAPTURED,
                        EntryType.REFUNDED,
                        EntryType.REFUNDED,
                        EntryType.CAPTURED,
                        EntryType.REFUND_DECLINED,
                        EntryType.REFUND_DECLINED,
                        EntryType.CAPTURED,
                        EntryType.REPLAYED);
        assertThat(records.get(4))
                .isEqualTo(new JournalRecord.ClientNotified(
                        UUID.fromString("01a20f76-885d-707f-a015-24b92be1835c"),
                        Instant.parse("2026-11-24T21:29:16.339251734Z")));
        assertThat(records.get(5))
                .isEqualTo(new LedgerEntry.Refunded(
                        5,
                        new Posting(
                                UUID.fromString("01a20f76-847e-76be-a678-e70a33cb92c4"),
                                new OrderId("order-1"),
                                new Money(990, "KRW"),
                                new IdempotencyKey("r-1")),
                        Instant.parse("2026-11-24T21:29:16.678862463Z"),
                        OptionalLong.of(990),
                        UUID.fromString("01a20f76-8a86-7622-9bce-ffc7cc900a18")));
    }

    /** Removes one field after the other: none of them may be missing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sequence",
                "type",
                "paymentId",
                "orderId",
                "amount",
                "currency",
                "idempotencyKey",
                "at",
                "method",
                "answerLost"
            })
    void rejectsAnEntryWithoutARequiredField(String field) throws IOException {
        write(CAPTURED);
        String line = Files.readString(file);
        String without = line.replaceFirst("\"" + field + "\":(\"(\\\\.|[^\"])*\"|\\w+),?", "")
                .replace(",}", "}");
        assertThat(without).isNotEqualTo(line);
        Files.writeString(file, without);

        assertThatThrownBy(this::read)
                .isInstanceOf(UnusableJournal.class)
                .hasMessage("the ledger " + file + " is broken in line 1");
    }

    @Test
    void goesOnWhereItEnded() {
        RECORDS.forEach(this::write);

        assertThat(read()).isEqualTo(RECORDS);
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

    private void write(JournalRecord entry) {
        write(List.of(entry));
    }

    private void write(List<JournalRecord> records) {
        try (var journal = FileJournal.open(file)) {
            journal.read();
            records.forEach(journal::write);
        }
    }

    private List<JournalRecord> read() {
        try (var journal = FileJournal.open(file)) {
            return new ArrayList<>(journal.read());
        }
    }

    private static LedgerEntry entry(EntryDraft draft) {
        var posting =
                new Posting(PAYMENT, new OrderId("order \"1\"\n"), new Money(1990, "KRW"), new IdempotencyKey("key"));
        return draft.entry(7, posting, AT);
    }
}
