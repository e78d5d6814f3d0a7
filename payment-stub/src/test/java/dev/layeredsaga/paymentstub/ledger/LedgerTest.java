package dev.layeredsaga.paymentstub.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private final Ledger ledger = new Ledger(Clock.systemUTC());

    @Test
    void countsFromOneWithoutGapsUnderConcurrentWrites() {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 500; i++) {
                threads.execute(() -> append("order-1"));
            }
        }

        assertThat(ledger.entries())
                .extracting(LedgerEntry::sequence)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 500).boxed().toList());
    }

    @Test
    void separatesEntriesByOrder() {
        append("order-1");
        append("order-2");
        append("order-1");

        assertThat(ledger.entriesOf(new OrderId("order-1")))
                .extracting(LedgerEntry::sequence)
                .containsExactly(1L, 3L);
    }

    private void append(String order) {
        var posting = new Posting(UUID.randomUUID(), new OrderId(order), new Money(1, "KRW"), new IdempotencyKey("k"));
        ledger.append((sequence, at) -> EntryDraft.captured(Scenario.OK, false).entry(sequence, posting, at));
    }
}
