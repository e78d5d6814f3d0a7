package dev.layeredsaga.orchestrator.console.refund;

import dev.layeredsaga.console.Shell;
import dev.layeredsaga.orchestrator.payment.PaymentQueries.PaymentDetails;
import java.util.List;

/**
 * The refunds that are owed to customers after their sagas have ended.
 *
 * @param complete false if there are more than are shown
 */
public record OwedRefundsPage(Shell shell, List<PaymentDetails> rows, boolean complete) {}
