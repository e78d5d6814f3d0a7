package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.saga.SagaCommand;

/** A command to the payment participant, on {@code payment.commands}. */
public sealed interface PaymentCommand extends SagaCommand permits ChargePayment, RefundPayment, RefundPart {}
