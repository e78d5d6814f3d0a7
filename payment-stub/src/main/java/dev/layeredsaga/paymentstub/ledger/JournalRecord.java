package dev.layeredsaga.paymentstub.ledger;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.PaymentMethod;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.UUID;

/** A record of the journal: in JSON one flat object, with its {@code type}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface JournalRecord {

    UUID paymentId();

    /** Returns true if the client knows of the payment from then on. */
    default boolean notifiesClient() {
        return switch (this) {
            case ClientNotified notified -> true;
            case LedgerEntry.Captured captured -> false;
            case LedgerEntry.Declined declined -> false;
            case LedgerEntry.Replayed replayed -> !replayed.answerLost();
            // a client that refunds a payment knows of it, whether or not the bank makes the refund
            case LedgerEntry.RefundDecision refund -> true;
        };
    }

    /** Notice that the client knows of a capture whose answer was lost. Not an entry: no money moved, no request made. */
    @JsonTypeName("CLIENT_TOLD")
    record ClientNotified(UUID paymentId, Instant at) implements JournalRecord {}

    /** One entry of the ledger, with the data that the gateway needs to restore its state after a restart. */
    sealed interface LedgerEntry extends JournalRecord {

        /** Returns the entry's number, which counts from 1 without gaps. */
        long sequence();

        Posting posting();

        Instant at();

        @Override
        default UUID paymentId() {
            return posting().paymentId();
        }

        default EntryType type() {
            return switch (this) {
                case Captured captured -> EntryType.CAPTURED;
                case Declined declined -> EntryType.DECLINED;
                case Refunded refunded -> EntryType.REFUNDED;
                case RefundDeclined declined -> EntryType.REFUND_DECLINED;
                case Replayed replayed -> EntryType.REPLAYED;
            };
        }

        /** A final decision on a payment. */
        sealed interface PaymentDecision extends LedgerEntry {

            PaymentMethod method();
        }

        /** A final decision on a refund. */
        sealed interface RefundDecision extends LedgerEntry {

            /** Returns the amount in minor units; empty for all that remained. */
            OptionalLong requestedAmount();
        }

        /**
         * The money was captured; refunds are entries of their own.
         *
         * @param answerLost true if the answer to the client is lost
         */
        @JsonTypeName("CAPTURED")
        record Captured(
                long sequence, @JsonUnwrapped Posting posting, Instant at, PaymentMethod method, boolean answerLost)
                implements PaymentDecision {}

        /** The bank declined; no money moved. */
        @JsonTypeName("DECLINED")
        record Declined(
                long sequence,
                @JsonUnwrapped Posting posting,
                Instant at,
                PaymentMethod method,
                DeclineCode declineCode)
                implements PaymentDecision {}

        @JsonTypeName("REFUNDED")
        record Refunded(
                long sequence,
                @JsonUnwrapped Posting posting,
                Instant at,
                @JsonProperty("askedAmount") OptionalLong requestedAmount,
                UUID refundId)
                implements RefundDecision {}

        /** The bank declined; no money moved. */
        @JsonTypeName("REFUND_DECLINED")
        record RefundDeclined(
                long sequence,
                @JsonUnwrapped Posting posting,
                Instant at,
                @JsonProperty("askedAmount") OptionalLong requestedAmount,
                DeclineCode declineCode)
                implements RefundDecision {}

        /**
         * @param answerLost true if the answer was lost again
         */
        @JsonTypeName("REPLAYED")
        record Replayed(long sequence, @JsonUnwrapped Posting posting, Instant at, boolean answerLost)
                implements LedgerEntry {}

        /** The payment and amount of an entry, and the idempotency key of its request. */
        record Posting(
                UUID paymentId,
                OrderId orderId,
                @JsonUnwrapped Money money,
                IdempotencyKey idempotencyKey) {}

        /** The type of a ledger entry. Only captures and refunds move money. */
        enum EntryType {
            CAPTURED,
            DECLINED,
            REFUNDED,
            REFUND_DECLINED,
            /** A decision was requested again under its key and replayed. */
            REPLAYED
        }
    }
}
