package dev.layeredsaga.testbed.junit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.core.AppenderBase;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** The last warnings and errors in this JVM's log. Spring Boot, which sets the log up anew, leaves it in place. Thread-safe. */
final class RecentWarnings extends AppenderBase<ILoggingEvent> implements LoggerContextListener {

    private static final int KEPT = 30;

    private final Deque<String> last = new ArrayDeque<>();

    /** Keeps them from now on, if Logback writes the log. */
    static RecentWarnings kept() {
        return LoggerFactory.getILoggerFactory() instanceof LoggerContext context ? in(context) : new RecentWarnings();
    }

    static RecentWarnings in(LoggerContext context) {
        RecentWarnings warnings = new RecentWarnings();
        context.addListener(warnings);
        warnings.onReset(context);
        return warnings;
    }

    @Override
    protected synchronized void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            if (last.size() == KEPT) {
                last.removeFirst();
            }
            IThrowableProxy thrown = event.getThrowableProxy();
            last.add("%s %s %s: %s%s"
                    .formatted(
                            Instant.ofEpochMilli(event.getTimeStamp()),
                            event.getLevel(),
                            event.getLoggerName(),
                            event.getFormattedMessage().strip(),
                            thrown == null ? "" : " (" + thrown.getClassName() + ": " + thrown.getMessage() + ")"));
        }
    }

    @Override
    public boolean isResetResistant() {
        return true;
    }

    @Override
    public void onReset(LoggerContext context) {
        setContext(context);
        start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(this);
    }

    @Override
    public void onStart(LoggerContext context) {}

    @Override
    public void onStop(LoggerContext context) {}

    @Override
    public void onLevelChange(Logger logger, Level level) {}

    @Override
    public synchronized String toString() {
        return last.isEmpty()
                ? "no warnings in the log"
                : last.stream().collect(Collectors.joining("\n    ", "the log's last warnings:\n    ", ""));
    }
}
