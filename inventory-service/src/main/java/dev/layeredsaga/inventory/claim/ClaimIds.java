package dev.layeredsaga.inventory.claim;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.time.Instant;
import java.util.UUID;

/** The ids of claims: UUIDv7 (RFC 9562, section 5.7), which begin with the application's time of creation. Thread-safe. */
public final class ClaimIds {

    private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();

    private ClaimIds() {}

    static UUID next() {
        return IDS.generate();
    }

    /** Returns the smallest id of that millisecond. */
    public static UUID firstOf(Instant time) {
        return new UUID(time.toEpochMilli() << 16 | 0x7000, 0x8000_0000_0000_0000L);
    }
}
