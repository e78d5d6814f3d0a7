package dev.layeredsaga.testbed.simulation.world;

import java.util.PriorityQueue;

/** Simulated time, in milliseconds from the world's beginning, and what happens when. What is due at the same time happens in the order in which it was planned. */
public final class Timeline {

    private final PriorityQueue<Planned> planned = new PriorityQueue<>();
    private long now;
    private long count;

    private record Planned(long time, long number, Runnable event) implements Comparable<Planned> {

        @Override
        public int compareTo(Planned other) {
            int byTime = Long.compare(time, other.time);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    public long now() {
        return now;
    }

    public void after(long delay, Runnable event) {
        planned.add(new Planned(now + Math.max(0, delay), count++, event));
    }

    /** Lets the next thing happen. Returns false if there is none before the given time. */
    public boolean step(long before) {
        Planned next = planned.peek();
        if (next == null || next.time() >= before) {
            return false;
        }
        planned.poll();
        now = next.time();
        next.event().run();
        return true;
    }
}
