package dev.layeredsaga.testbed.simulation.world;

import java.util.UUID;

/** The ids of orders, which are the ids of their sagas, by number. */
public final class Ids {

    static final String PREFIX = "0de00000-0000-4000-8000-";

    private static final long HIGH = 0x0de0000000004000L;
    private static final long LOW = 0x8000000000000000L;

    private Ids() {}

    public static UUID of(long number) {
        return new UUID(HIGH, LOW | number);
    }

    public static long numberOf(UUID id) {
        return id.getLeastSignificantBits() & ~LOW;
    }

    /** The number of the order with this id; 0 if it is no order's. */
    public static long numberOf(String id) {
        return id.startsWith(PREFIX) ? Long.parseLong(id, PREFIX.length(), id.length(), 16) : 0;
    }
}
