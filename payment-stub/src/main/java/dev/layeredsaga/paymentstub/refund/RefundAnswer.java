package dev.layeredsaga.paymentstub.refund;

import dev.layeredsaga.paymentstub.attempt.Answer;
import java.util.UUID;

/** The result of a refund request. */
public sealed interface RefundAnswer {

    /** No payment with this id was captured. */
    record UnknownPayment(UUID paymentId) implements RefundAnswer {}

    record Attempted(Answer<Refund> answer) implements RefundAnswer {}
}
