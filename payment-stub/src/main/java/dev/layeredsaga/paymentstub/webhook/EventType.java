package dev.layeredsaga.paymentstub.webhook;

/** The type of a webhook event. */
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
