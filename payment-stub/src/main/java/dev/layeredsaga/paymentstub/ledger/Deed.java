package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.Scenario;
import java.util.OptionalLong;
import java.util.UUID;

/** What an entry records, with all the gateway needs to take up where it left off. */
public sealed interface Deed {

    EntryType type();

    /**
     * @param answerLost whether the client is not told, because the answer breaks on its way
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
     * @param asked how much was asked for, in minor units; empty for all that remained
     */
    record Refunded(UUID refundId, OptionalLong asked) implements Deed {

        @Override
        public EntryType type() {
            return EntryType.REFUNDED;
        }
    }

    /**
     * @param asked how much was asked for, in minor units; empty for all
     */
    record RefundDeclined(DeclineCode code, OptionalLong asked) implements Deed {

        @Override
        public EntryType type() {
            return EntryType.REFUND_DECLINED;
        }
    }

    /**
     * @param answerLost whether the answer broke again
     */
    record Replayed(boolean answerLost) implements Deed {

        @Override
        public EntryType type() {
            return EntryType.REPLAYED;
        }
    }
}
