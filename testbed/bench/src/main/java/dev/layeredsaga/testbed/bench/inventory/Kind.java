package dev.layeredsaga.testbed.bench.inventory;

/** The kinds of items in stock during the Redis outage. */
enum Kind {
    SEAT("seats: 1 each, EXCLUSIVE", "EXCLUSIVE", 4, 1, 0),
    SCARCE("scarce: 2 each, COUNTED", "COUNTED", 4, 2, 0),
    PLENTY("plenty, COUNTED, every tenth sold", "COUNTED", 8, 100_000, 0.1);

    final String title;
    final String policy;

    /** The number of items of the kind. */
    final int items;

    /** The number of pieces of each item. */
    final int onHand;

    /** The share of claims that are confirmed; the others are released. */
    final double sold;

    Kind(String title, String policy, int items, int onHand, double sold) {
        this.title = title;
        this.policy = policy;
        this.items = items;
        this.onHand = onHand;
        this.sold = sold;
    }
}
