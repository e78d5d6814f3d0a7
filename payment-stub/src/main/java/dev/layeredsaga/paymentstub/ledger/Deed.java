package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.Scenario;
import java.util.OptionalLong;
import java.util.UUID;

/** The content of a ledger entry, with the data the gateway needs to restore its state after a restart. */
public sealed interface Deed {

    EntryType type();

    /**
     * @param answerLost true if the answer to the client is lost
     */
    record Captured(Scenario method, boolean answerLost) implements Deed {

        @Override
        public EntryType type() {
            return EntryType.CAPTURED;
        }
    }

    record Declined(Scenario method, DeclineCode code) implements Deed {

        @Override
        public EntryType type() {
            return EntryType.DECLINED;
        }
    }

    /**
     * @param asked the requested amount, in minor units; empty for all that remained
     */
    record Refunded(UUID refundId, OptionalLong asked) implements Deed {

        @Override
        public EntryType type() {
            return EntryType.REFUNDED;
        }
    }

    /**
     * @param asked the requested amount, in minor units; empty for all
     */
    record RefundDeclined(DeclineCode code, OptionalLong asked) implements Deed {

        @Override
        public EntryType type() {
            return EntryType.REFUND_DECLINED;
        }
    }

    /**
     * @param answerLost true if the answer was lost again
     */
    record Replayed(boolean answerLost) implements Deed {

        @Override
        public EntryType type() {
            return EntryType.REPLAYED;
        }
    }
}
