package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.locks.load.Way;
import dev.layeredsaga.testbed.bench.locks.load.Workload;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
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
        few = Workload.of(1, SHORT_PAYMENT, SOME, cell);
        crowd = Workload.of(1, SHORT_PAYMENT, MANY, cell);
        spread = Workload.of(MANY, SHORT_PAYMENT, MANY, cell);
        slow = Workload.of(1, LONG_PAYMENT, SOME, cell.plus(MORE_FOR_LONG_PAYMENTS));
        scarce = new Workload(1, SCARCE, QUICK_PAYMENT, SOME, UNTIL_GONE_AT_MOST);
    }

    /** Returns the ways whose figures under the workload are meaningful. */
    Set<Way> ways(Workload workload) {
        if (workload.equals(slow)) {
            return EnumSet.of(Way.A, Way.EXCLUSIVE, Way.COUNTED, Way.FOR_UPDATE);
        }
        return workload.equals(spread) ? EnumSet.complementOf(EnumSet.of(Way.NONE)) : EnumSet.allOf(Way.class);
    }

    List<Workload> workloads() {
        return List.of(few, crowd, spread, slow);
    }
}
