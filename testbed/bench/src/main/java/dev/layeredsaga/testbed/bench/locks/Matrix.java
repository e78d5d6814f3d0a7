package dev.layeredsaga.testbed.bench.locks;

import static dev.layeredsaga.testbed.bench.locks.Way.A;
import static dev.layeredsaga.testbed.bench.locks.Way.COUNTED;
import static dev.layeredsaga.testbed.bench.locks.Way.EXCLUSIVE;
import static dev.layeredsaga.testbed.bench.locks.Way.FOR_UPDATE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Assigns ways to workloads, for the reasons in {@link LocksBenchmark}. */
final class Matrix {

    private static final Duration SHORT_PAYMENT = Duration.ofMillis(300);
    private static final Duration LONG_PAYMENT = Duration.ofSeconds(3);
    private static final Duration QUICK_PAYMENT = Duration.ofMillis(30);
    private static final Duration MORE_FOR_LONG_PAYMENTS = Duration.ofSeconds(9);
    private static final Duration UNTIL_GONE_AT_MOST = Duration.ofSeconds(20);
    private static final int SOME = 64;
    private static final int MANY = 1_000;
    private static final int SCARCE = 200;

    final Workload few;
    final Workload crowd;
    final Workload spread;
    final Workload slow;
    final Workload scarce;

    Matrix(Duration cell) {
        few = Workload.hot(SHORT_PAYMENT, SOME, cell);
        crowd = Workload.hot(SHORT_PAYMENT, MANY, cell);
        spread = Workload.spread(MANY, SHORT_PAYMENT, MANY, cell);
        slow = Workload.hot(LONG_PAYMENT, SOME, cell.plus(MORE_FOR_LONG_PAYMENTS));
        scarce = Workload.scarce(SCARCE, QUICK_PAYMENT, SOME, UNTIL_GONE_AT_MOST);
    }

    /** The way and the workload of one run. */
    record Cell(Way way, Workload workload) {}

    /** Returns the cells with those to be compared next to each other. */
    List<Cell> cells() {
        Map<Workload, Set<Way>> ways = Map.of(
                few, EnumSet.allOf(Way.class),
                crowd, EnumSet.allOf(Way.class),
                spread, EnumSet.complementOf(EnumSet.of(Way.NONE)),
                slow, EnumSet.of(A, EXCLUSIVE, COUNTED, FOR_UPDATE));
        List<Cell> cells = new ArrayList<>();
        for (Workload workload : workloads()) {
            ways.getOrDefault(workload, Set.of()).forEach(way -> cells.add(new Cell(way, workload)));
        }
        return cells;
    }

    List<Workload> workloads() {
        return List.of(few, crowd, spread, slow);
    }
}
