package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.PaymentMethod;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.UUID;

/** A ledger entry without its place in the ledger. */
@FunctionalInterface
public interface EntryDraft {

    LedgerEntry entry(long sequence, Posting posting, Instant at);

    static EntryDraft captured(Scenario method, boolean answerLost) {
        return (sequence, posting, at) ->
                new LedgerEntry.Captured(sequence, posting, at, new PaymentMethod(method), answerLost);
    }

    static EntryDraft declined(Scenario method, DeclineCode code) {
        return (sequence, posting, at) ->
                new LedgerEntry.Declined(sequence, posting, at, new PaymentMethod(method), code);
    }

    static EntryDraft refunded(UUID refundId, OptionalLong requested) {
        return (sequence, posting, at) -> new LedgerEntry.Refunded(sequence, posting, at, requested, refundId);
    }

    static EntryDraft refundDeclined(DeclineCode code, OptionalLong requested) {
        return (sequence, posting, at) -> new LedgerEntry.RefundDeclined(sequence, posting, at, requested, code);
    }

    static EntryDraft replayed(boolean answerLost) {
        return (sequence, posting, at) -> new LedgerEntry.Replayed(sequence, posting, at, answerLost);
    }
}
