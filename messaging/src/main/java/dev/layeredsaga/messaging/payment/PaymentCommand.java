package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.saga.SagaCommand;

/** A command to the payment participant, on {@code payment.commands}. */
public sealed interface PaymentCommand extends SagaCommand permits ChargePayment, RefundPayment {}
