package dev.layeredsaga.paymentstub.fault;

import java.util.Locale;

/** Why a bank said no. */
public enum DeclineCode {
    INSUFFICIENT_FUNDS,
    EXPIRED_CARD,
    DO_NOT_HONOR,
    FRAUD,
    REFUND_DECLINED;

    /** The code as clients see it, such as {@code insufficient_funds}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
