package dev.layeredsaga.testbed.bench.inventory;

/** What is on the shelf while Redis goes away. */
enum Kind {
    SEAT("seats: 1 each, EXCLUSIVE", "EXCLUSIVE", 4, 1, 0),
    SCARCE("scarce: 2 each, COUNTED", "COUNTED", 4, 2, 0),
    PLENTY("plenty, COUNTED, every tenth sold", "COUNTED", 8, 100_000, 0.1);

    final String title;
    final String policy;

    /** How many items there are of the kind. */
    final int items;

    /** How many pieces of each item. */
    final int onHand;

    /** How many claims are confirmed; the others are released. */
    final double sold;

    Kind(String title, String policy, int items, int onHand, double sold) {
        this.title = title;
        this.policy = policy;
        this.items = items;
        this.onHand = onHand;
        this.sold = sold;
    }
}
