package dev.layeredsaga.testbed.bench.outbox;

/** One run's contender, workload and figures; {@code round} 0 is the warm-up. */
record Run(Contender contender, String workload, int round, Figures figures) {}
