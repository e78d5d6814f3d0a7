package dev.layeredsaga.paymentstub.vocabulary;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import java.util.UUID;

/** Creates the ids of payments, refunds and events: UUIDs that sort by time (version 7). Thread-safe. */
public final class Ids {

    private static final NoArgGenerator GENERATOR = Generators.timeBasedEpochGenerator();

    private Ids() {}

    public static UUID next() {
        return GENERATOR.generate();
    }
}
