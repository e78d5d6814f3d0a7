package dev.layeredsaga.paymentstub.file;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.ledger.ClientTold;
import dev.layeredsaga.paymentstub.ledger.Deed;
import dev.layeredsaga.paymentstub.ledger.EntryType;
import dev.layeredsaga.paymentstub.ledger.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.Note;
import dev.layeredsaga.paymentstub.ledger.Posting;
import dev.layeredsaga.paymentstub.payment.PaymentMethod;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Parses a JSON object into a journal record; throws a {@link RuntimeException} if it is not one. */
final class NoteReader {

    private NoteReader() {}

    static Note note(JsonNode line) {
        return text(line, Field.TYPE).equals(Field.CLIENT_TOLD)
                ? new ClientTold(uuid(line, Field.PAYMENT_ID), at(line))
                : new LedgerEntry(line.required(Field.SEQUENCE).longValue(), deed(line), posting(line), at(line));
    }

    private static Posting posting(JsonNode line) {
        return new Posting(
                uuid(line, Field.PAYMENT_ID),
                new OrderId(text(line, Field.ORDER_ID)),
                new Money(line.required(Field.AMOUNT).longValue(), text(line, Field.CURRENCY)),
                new IdempotencyKey(text(line, Field.IDEMPOTENCY_KEY)));
    }

    private static Deed deed(JsonNode line) {
        return switch (EntryType.valueOf(text(line, Field.TYPE))) {
            case CAPTURED -> new Deed.Captured(method(line), answerLost(line));
            case DECLINED -> new Deed.Declined(method(line), declineCode(line));
            case REFUNDED -> new Deed.Refunded(uuid(line, Field.REFUND_ID), asked(line));
            case REFUND_DECLINED -> new Deed.RefundDeclined(declineCode(line), asked(line));
            case REPLAYED -> new Deed.Replayed(answerLost(line));
        };
    }

    private static Scenario method(JsonNode line) {
        return PaymentMethod.named(text(line, Field.METHOD)).scenario();
    }

    private static DeclineCode declineCode(JsonNode line) {
        return DeclineCode.valueOf(text(line, Field.DECLINE_CODE));
    }

    private static OptionalLong asked(JsonNode line) {
        JsonNode amount = line.path(Field.ASKED_AMOUNT);
        return amount.isMissingNode() ? OptionalLong.empty() : OptionalLong.of(amount.longValue());
    }

    private static boolean answerLost(JsonNode line) {
        return line.required(Field.ANSWER_LOST).booleanValue();
    }

    private static Instant at(JsonNode line) {
        return Instant.parse(text(line, Field.AT));
    }

    private static UUID uuid(JsonNode line, String field) {
        return UUID.fromString(text(line, field));
    }

    private static String text(JsonNode line, String field) {
        return line.required(field).stringValue();
    }
}
