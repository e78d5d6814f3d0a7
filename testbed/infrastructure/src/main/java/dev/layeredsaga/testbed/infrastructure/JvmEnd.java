package dev.layeredsaga.testbed.infrastructure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.SpringApplication;

/** The end of this JVM, for what has to outlive the application contexts: one without Kafka takes half a minute to close. */
public final class JvmEnd {

    private static final Duration HOOKS_START = Duration.ofMillis(200);

    private JvmEnd() {}

    /** Closes these in their order when the JVM ends. Each may have been closed before. */
    public static void closeAfterApplications(AutoCloseable... parts) {
        List<AutoCloseable> all = List.of(parts);
        SpringApplication.getShutdownHandlers().add(() -> close(all));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeUnlessSpringDoes(all), "servers-close"));
    }

    /** Waits for Spring's shutdown hook, which exists only if an application has run in this JVM; all hooks start at the same time. */
    private static void closeUnlessSpringDoes(List<AutoCloseable> parts) {
        long begin = System.nanoTime();
        boolean springCloses = isSpringShuttingDown();
        while (!springCloses && System.nanoTime() - begin < HOOKS_START.toNanos()) {
            LockSupport.parkNanos(HOOKS_START.dividedBy(10).toNanos());
            springCloses = isSpringShuttingDown();
        }
        if (!springCloses) {
            close(parts);
        }
    }

    private static void close(List<AutoCloseable> parts) {
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                System.err.println("could not be stopped properly: " + e);
            }
        }
    }

    private static boolean isSpringShuttingDown() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("SpringApplicationShutdownHook"));
    }
}
