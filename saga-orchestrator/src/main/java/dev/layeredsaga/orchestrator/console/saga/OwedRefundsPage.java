package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.orchestrator.console.Shell;
import dev.layeredsaga.orchestrator.console.Wording;
import dev.layeredsaga.orchestrator.payment.PaymentDetails;
import java.util.List;

/**
 * The refunds that are owed to customers after their sagas have ended.
 *
 * @param complete false if there are more than are shown
 */
public record OwedRefundsPage(Shell shell, List<Row> rows, boolean complete) {

    /** A refund. */
    public record Row(String sagaId, String amount, String reference, String nextTry) {

        static Row of(PaymentDetails payment) {
            String reference = payment.gatewayReference();
            return new Row(
                    payment.sagaId().toString(),
                    payment.amount().amount() + " " + payment.amount().currency(),
                    reference == null ? "" : reference,
                    Wording.time(payment.refundDueAt()));
        }
    }
}
