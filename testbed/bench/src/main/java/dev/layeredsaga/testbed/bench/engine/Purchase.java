package dev.layeredsaga.testbed.bench.engine;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What every saga is about: one piece of one item is reserved, paid and confirmed.
 *
 * @param id the saga's; ordered by time, as the ids of orders are
 */
public record Purchase(UUID id, int item) {

    /** Enough that sagas seldom meet at one. */
    static final int ITEMS = 1_000;

    private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();

    static Purchase ofAnyItem() {
        return new Purchase(IDS.generate(), ThreadLocalRandom.current().nextInt(ITEMS));
    }
}
