package dev.layeredsaga.testbed.simulation.world;

import java.util.HashMap;
import java.util.Map;

/**
 * Draws from one seed. Every draw is for a purpose and a subject (an order, a process) and depends on these and on how often they
 * have drawn before, and on nothing else: what one order draws stays the same when another order or a fault is taken away.
 */
public final class Chance {

    private final long seed;
    private final Map<Long, int[]> drawn = new HashMap<>();

    public Chance(long seed) {
        this.seed = mix(seed + 0x9E3779B97F4A7C15L);
    }

    /** Returns the number of earlier draws for this purpose and subject. Counts this one, too. */
    public int occurrence(int purpose, long subject) {
        return drawn.computeIfAbsent(((long) purpose << 48) ^ subject, absent -> new int[1])[0]++;
    }

    /** From 0 to less than 1; the same for the same arguments. */
    public double at(int purpose, long subject, long occurrence) {
        return (bits(purpose, subject, occurrence) >>> 11) * 0x1.0p-53;
    }

    /** From 0 to less than 1, the next for this purpose and subject. */
    public double next(int purpose, long subject) {
        return at(purpose, subject, occurrence(purpose, subject));
    }

    /** From {@code least} to less than {@code bound}, the next for this purpose and subject. */
    public long between(int purpose, long subject, long least, long bound) {
        return least + (long) (next(purpose, subject) * (bound - least));
    }

    private long bits(int purpose, long subject, long occurrence) {
        return mix(seed ^ mix(purpose * 0xD1342543DE82EF95L + mix(subject * 0x9E3779B97F4A7C15L + occurrence)));
    }

    /** SplittableRandom's. */
    private static long mix(long bits) {
        long z = bits;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
