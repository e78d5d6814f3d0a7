package dev.layeredsaga.testbed.bench.engine;

import java.time.Duration;
import java.util.List;

/** What is measured, and for how long. */
record Loads(Duration howLong) {

    static final List<Integer> IN_FLIGHT = List.of(32, 512, 1_000);
    static final List<Integer> PER_SECOND = List.of(50, 750);
    static final int ROUNDS = 2;

    private static final Duration DEFAULT = Duration.ofSeconds(8);
    private static final Duration UNTIL_COMPILED = Duration.ofSeconds(60);

    static Loads of(String... arguments) {
        return new Loads(arguments.length == 0 ? DEFAULT : Duration.ofSeconds(Long.parseLong(arguments[0])));
    }

    /** On two processors the compiler keeps one of them busy for a minute; who wants to be quick will see that. */
    Duration warmUp() {
        Duration proportional = howLong.multipliedBy(8);
        return proportional.compareTo(UNTIL_COMPILED) < 0 ? proportional : UNTIL_COMPILED;
    }

    /** A steady load is measured for longer: fewer sagas say less about the slowest of a hundred. */
    Duration steady() {
        return howLong.multipliedBy(2);
    }
}
