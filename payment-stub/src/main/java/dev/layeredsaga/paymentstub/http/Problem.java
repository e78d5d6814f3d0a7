package dev.layeredsaga.paymentstub.http;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Problem details, RFC 9457.
 *
 * @param code stable; clients should match on it
 * @param field the invalid header or field, if any
 * @param paymentId the declined payment, if any
 */
record Problem(
        String type,
        String title,
        int status,
        String detail,
        String code,
        @Nullable String field,
        @Nullable UUID paymentId) {

    static Problem of(Status status, String code, String detail) {
        return new Problem("about:blank", status.title(), status.code(), detail, code, null, null);
    }

    Problem onField(String name) {
        return new Problem(type, title, status, detail, code, name, paymentId);
    }

    Problem onPayment(UUID id) {
        return new Problem(type, title, status, detail, code, field, id);
    }
}
