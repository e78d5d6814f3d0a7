package dev.layeredsaga.testbed.bench.service;

import dev.layeredsaga.testbed.process.Executable;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The services' programs as deployed; those of the tests, which are trained with fewer orders, if the system property {@code
 * bench.programs} is {@code tests}; those of a folder, such as another release's, if it is the folder's name.
 */
public final class Programs {

    private static final String CHOICE = "bench.programs";
    private static final String DEPLOYED = "deployed";
    private static final String TESTS = "tests";

    private Programs() {}

    /** Takes the programs from {@code FOLDER/PROGRAM/application.jar}, where {@code application.aot}, the AOT cache, may be absent. */
    public static void from(Path folder) {
        System.setProperty(CHOICE, folder.toAbsolutePath().toString());
    }

    /** @param program the name of its module */
    public static Executable of(String program) {
        String choice = System.getProperty(CHOICE, DEPLOYED);
        return switch (choice) {
            case DEPLOYED -> TrainedPrograms.AS_DEPLOYED.of(program);
            case TESTS -> TrainedPrograms.FOR_TESTS.of(program);
            default -> in(Path.of(choice, program));
        };
    }

    private static Executable in(Path folder) {
        Path cache = folder.resolve("application.aot");
        Executable program = new Executable(folder.resolve("application.jar"), TrainedPrograms.OPTIONS_AS_DEPLOYED);
        return Files.exists(cache) ? program.with("-XX:AOTCache=" + cache) : program;
    }
}
