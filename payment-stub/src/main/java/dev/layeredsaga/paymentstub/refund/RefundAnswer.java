package dev.layeredsaga.paymentstub.refund;

import dev.layeredsaga.paymentstub.attempt.Answer;
import java.util.UUID;

/** What asking for a refund comes to. */
public sealed interface RefundAnswer {

    /** No payment of this id was ever captured. */
    record UnknownPayment(UUID paymentId) implements RefundAnswer {}

    record Attempted(Answer<Refund> answer) implements RefundAnswer {}
}
