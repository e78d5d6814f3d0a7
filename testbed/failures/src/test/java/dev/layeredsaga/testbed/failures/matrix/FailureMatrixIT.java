package dev.layeredsaga.testbed.failures.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.Laboratory;
import dev.layeredsaga.testbed.failures.matrix.run.Result;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.logging.LoggingSystem;

/** Plays the whole matrix once; every case is a test. Their results must be what {@code docs/failure-matrix.md} says. */
@Tag("failures")
class FailureMatrixIT {

    private static final Path PAGE = Path.of("..", "..", "docs", "failure-matrix.md");
    private static final Path WRITTEN = Path.of("target", "failure-matrix.md");
    private static final String HOW_TO_UPDATE =
            "if this is as it should be: testbed/failures/matrix --own --write docs/failure-matrix.md, or this build with"
                    + " -Dfailure-matrix.update";

    private static final Matrix MATRIX = Matrix.whole();
    private static List<Result> results = List.of();

    @BeforeAll
    static void play() throws IOException {
        LoggingSystem.get(FailureMatrixIT.class.getClassLoader()).beforeInitialize();
        try (TestSystem tested = TestSystem.ofItsOwn(FailureMatrixIT::say)) {
            results = MATRIX.play(tested, MATRIX.cases()).stream()
                    .sorted(Comparator.comparingInt(result -> MATRIX.cases().indexOf(result.played())))
                    .toList();
        }
        Files.writeString(WRITTEN, new Page(results).of(MATRIX, Laboratory.LIMITS));
    }

    private static void say(Result result) {
        System.out.println(result.played().name() + ": " + result.inWords());
    }

    static List<Case> cases() {
        return MATRIX.cases();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void comesOutAsItMust(Case played) {
        Result result = resultOf(played);
        assumeThat(result).as("%s: %s", played.name(), result.inWords()).isNotInstanceOf(Result.Skipped.class);
        assertThat(result).as("%s: %s", played.name(), result.inWords()).isInstanceOf(Result.Right.class);
    }

    private static Result resultOf(Case played) {
        return results.stream()
                .filter(result -> result.played().equals(played))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void agreesWithThePublishedPage() throws IOException {
        if (Boolean.getBoolean("failure-matrix.update")) {
            Files.copy(WRITTEN, PAGE, StandardCopyOption.REPLACE_EXISTING);
        }
        assertThat(WRITTEN).as(HOW_TO_UPDATE).hasSameTextualContentAs(PAGE);
    }
}
