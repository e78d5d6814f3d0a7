package dev.layeredsaga.paymentstub.http;

import static dev.layeredsaga.paymentstub.http.Requests.required;

import dev.layeredsaga.paymentstub.payment.PaymentMethod;
import dev.layeredsaga.paymentstub.payment.PaymentRequest;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import org.jspecify.annotations.Nullable;

/** The body of a payment request. */
record PaymentBody(
        @Nullable String orderId,
        @Nullable Long amount,
        @Nullable String currency,
        @Nullable String method) {

    PaymentRequest under(IdempotencyKey key) {
        return new PaymentRequest(
                key,
                new OrderId(required(orderId, ErrorCode.INVALID_ORDER_ID, "orderId")),
                new Money(
                        required(amount, ErrorCode.INVALID_AMOUNT, "amount"),
                        required(currency, ErrorCode.INVALID_CURRENCY, "currency")),
                PaymentMethod.named(required(method, ErrorCode.UNKNOWN_PAYMENT_METHOD, "method")));
    }
}
