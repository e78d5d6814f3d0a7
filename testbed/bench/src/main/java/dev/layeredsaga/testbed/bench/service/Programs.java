package dev.layeredsaga.testbed.bench.service;

import dev.layeredsaga.testbed.process.Executable;
import dev.layeredsaga.testbed.process.TrainedPrograms;

/**
 * The services' programs as deployed; those of the tests, which are trained with fewer orders, if the system property {@code
 * bench.programs} is {@code tests}.
 */
public final class Programs {

    private Programs() {}

    /** @param program the name of its module */
    public static Executable of(String program) {
        boolean forTests = "tests".equals(System.getProperty("bench.programs"));
        return (forTests ? TrainedPrograms.FOR_TESTS : TrainedPrograms.AS_DEPLOYED).of(program);
    }
}
