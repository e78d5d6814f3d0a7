package dev.layeredsaga.testbed.bench.engine;

import java.time.Duration;
import java.util.List;

/** The loads to measure, and the measuring time of each. */
record Loads(Duration howLong) {

    static final List<Integer> IN_FLIGHT = List.of(32, 512, 1_000);
    static final List<Integer> PER_SECOND = List.of(50, 750);
    static final int ROUNDS = 5;

    private static final Duration DEFAULT = Duration.ofSeconds(8);
    private static final Duration UNTIL_COMPILED = Duration.ofSeconds(60);

    static Loads of(String... arguments) {
        return new Loads(arguments.length == 0 ? DEFAULT : Duration.ofSeconds(Long.parseLong(arguments[0])));
    }

    /** Returns the warm-up time. On two processors the compiler occupies one for a minute; a shorter warm-up affects figures. */
    Duration warmUp() {
        Duration proportional = howLong.multipliedBy(8);
        return proportional.compareTo(UNTIL_COMPILED) < 0 ? proportional : UNTIL_COMPILED;
    }

    /** Returns the longer measuring time of a steady load: with fewer sagas the 99th percentile is less reliable. */
    Duration steady() {
        return howLong.multipliedBy(2);
    }
}
