package dev.layeredsaga.testbed.bench.engine;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The data of one saga: one piece of one item is reserved, paid and confirmed.
 *
 * @param id the saga's id; ordered by time, like the ids of orders
 */
public record Purchase(UUID id, int item) {

    /** Enough items that sagas seldom meet at one. */
    static final int ITEMS = 1_000;

    private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();

    static Purchase ofAnyItem() {
        return new Purchase(IDS.generate(), ThreadLocalRandom.current().nextInt(ITEMS));
    }
}
