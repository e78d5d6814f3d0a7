package dev.layeredsaga.testbed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.Test;

class RecentWarningsTest {

    private final LoggerContext log = new LoggerContext();
    private final Logger logger = log.getLogger("shop");
    private final RecentWarnings warnings = RecentWarnings.in(log);

    @Test
    void saysThatThereAreNone() {
        logger.info("open");

        assertThat(warnings).hasToString("no warnings in the log");
    }

    @Test
    void keepsTheLast() {
        for (int number = 1; number <= 40; number++) {
            logger.warn("warning {}", number);
        }

        assertThat(warnings.toString()).doesNotContain("warning 10\n").contains("WARN shop: warning 11", "warning 40");
    }

    @Test
    void goesOnWhenTheLogIsSetUpAnew() {
        logger.error("before", new IllegalStateException("closed"));
        log.reset();
        logger.warn("after");

        assertThat(warnings.toString())
                .contains("ERROR shop: before (java.lang.IllegalStateException: closed)", "WARN shop: after");
    }
}
