package dev.layeredsaga.paymentstub.webhook;

/**
 * Delivery counts for events of one type.
 *
 * @param sent tries, including retries and duplicates
 * @param acknowledged deliveries that the merchant answered with 2xx
 * @param failed deliveries given up after the last try
 * @param lost events deliberately not sent
 */
public record Tally(int sent, int acknowledged, int failed, int lost) {

    static final Tally NONE = new Tally(0, 0, 0, 0);

    static final Tally SENT = new Tally(1, 0, 0, 0);
    static final Tally ACKNOWLEDGED = new Tally(0, 1, 0, 0);
    static final Tally FAILED = new Tally(0, 0, 1, 0);
    static final Tally LOST = new Tally(0, 0, 0, 1);

    Tally plus(Tally other) {
        return new Tally(
                sent + other.sent, acknowledged + other.acknowledged, failed + other.failed, lost + other.lost);
    }
}
