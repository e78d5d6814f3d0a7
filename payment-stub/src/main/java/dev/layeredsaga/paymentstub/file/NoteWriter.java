package dev.layeredsaga.paymentstub.file;

import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.ledger.ClientTold;
import dev.layeredsaga.paymentstub.ledger.Deed;
import dev.layeredsaga.paymentstub.ledger.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.Note;
import dev.layeredsaga.paymentstub.ledger.Posting;
import dev.layeredsaga.paymentstub.payment.PaymentMethod;
import java.util.OptionalLong;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Converts a journal record to a JSON object. */
final class NoteWriter {

    private NoteWriter() {}

    static ObjectNode json(Note note) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        switch (note) {
            case ClientTold told ->
                line.put(Field.TYPE, Field.CLIENT_TOLD)
                        .put(Field.PAYMENT_ID, told.paymentId().toString())
                        .put(Field.AT, told.at().toString());
            case LedgerEntry entry -> write(entry, line);
        }
        return line;
    }

    private static void write(LedgerEntry entry, ObjectNode line) {
        line.put(Field.SEQUENCE, entry.sequence()).put(Field.TYPE, entry.type().name());
        write(entry.posting(), line);
        line.put(Field.AT, entry.at().toString());
        write(entry.deed(), line);
    }

    private static void write(Posting posting, ObjectNode line) {
        line.put(Field.PAYMENT_ID, posting.paymentId().toString())
                .put(Field.ORDER_ID, posting.orderId().value())
                .put(Field.AMOUNT, posting.money().amount())
                .put(Field.CURRENCY, posting.money().currency())
                .put(Field.IDEMPOTENCY_KEY, posting.idempotencyKey().value());
    }

    private static void write(Deed deed, ObjectNode line) {
        switch (deed) {
            case Deed.Captured captured ->
                method(captured.method(), line).put(Field.ANSWER_LOST, captured.answerLost());
            case Deed.Declined declined ->
                method(declined.method(), line)
                        .put(Field.DECLINE_CODE, declined.code().name());
            case Deed.Refunded refunded ->
                asked(refunded.asked(), line)
                        .put(Field.REFUND_ID, refunded.refundId().toString());
            case Deed.RefundDeclined declined ->
                asked(declined.asked(), line)
                        .put(Field.DECLINE_CODE, declined.code().name());
            case Deed.Replayed replayed -> line.put(Field.ANSWER_LOST, replayed.answerLost());
        }
    }

    private static ObjectNode method(Scenario scenario, ObjectNode line) {
        return line.put(Field.METHOD, new PaymentMethod(scenario).name());
    }

    private static ObjectNode asked(OptionalLong amount, ObjectNode line) {
        amount.ifPresent(asked -> line.put(Field.ASKED_AMOUNT, asked));
        return line;
    }
}
