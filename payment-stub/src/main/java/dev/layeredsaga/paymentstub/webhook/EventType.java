package dev.layeredsaga.paymentstub.webhook;

/** What a merchant is told of. */
public enum EventType {
    CAPTURED("payment.captured"),
    DECLINED("payment.declined"),
    REFUNDED("payment.refunded");

    private final String wireName;

    EventType(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }
}
