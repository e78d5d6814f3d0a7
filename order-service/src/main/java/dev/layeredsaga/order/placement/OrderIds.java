package dev.layeredsaga.order.placement;

import java.time.Instant;
import java.util.UUID;

/** The ids of orders: UUIDv7 (RFC 9562), which begin with the time of placement, so that times bound ranges of them without an index. */
public final class OrderIds {

    private static final long VERSION = 0x7000;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private OrderIds() {}

    /** Returns the least id of the time's millisecond. */
    public static UUID firstOf(Instant time) {
        return new UUID(time.toEpochMilli() << 16 | VERSION, VARIANT);
    }
}
