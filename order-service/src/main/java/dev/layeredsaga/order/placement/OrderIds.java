package dev.layeredsaga.order.placement;

import java.time.Instant;
import java.util.UUID;

/** Order ids: UUIDv7 (RFC 9562), which begin with the time of placement, so that a time range is a range of the primary key. */
public final class OrderIds {

    private static final long VERSION = 0x7000;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private OrderIds() {}

    /** Returns the smallest id of the time's millisecond. */
    public static UUID firstOf(Instant time) {
        return new UUID(time.toEpochMilli() << 16 | VERSION, VARIANT);
    }
}
