package dev.layeredsaga.paymentstub.fault;

import java.util.Locale;

/** The reason for a bank's decline. */
public enum DeclineCode {
    INSUFFICIENT_FUNDS,
    EXPIRED_CARD,
    DO_NOT_HONOR,
    FRAUD,
    REFUND_DECLINED;

    /** Returns the code in the API, such as {@code insufficient_funds}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
