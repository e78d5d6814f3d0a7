package dev.layeredsaga.testbed.bench.outbox;

/** One run's figures and what they are of; {@code round} 0 is the warm-up. */
record Run(Contender contender, String workload, int round, Figures figures) {}
