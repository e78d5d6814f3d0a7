package dev.layeredsaga.paymentstub.file;

/**
 * The fields of a line. An entry has the fields that {@code GET /ledger} shows, followed by those that only a restart
 * needs: the payment's method, the decline's code, the refund's id and requested amount, and the lost-answer flag.
 */
final class Field {

    static final String SEQUENCE = "sequence";
    static final String TYPE = "type";
    static final String PAYMENT_ID = "paymentId";
    static final String ORDER_ID = "orderId";
    static final String AMOUNT = "amount";
    static final String CURRENCY = "currency";
    static final String IDEMPOTENCY_KEY = "idempotencyKey";
    static final String AT = "at";
    static final String METHOD = "method";
    static final String DECLINE_CODE = "declineCode";
    static final String REFUND_ID = "refundId";
    static final String ASKED_AMOUNT = "askedAmount";
    static final String ANSWER_LOST = "answerLost";

    /** The type of a line that is not an entry. */
    static final String CLIENT_TOLD = "CLIENT_TOLD";

    private Field() {}
}
