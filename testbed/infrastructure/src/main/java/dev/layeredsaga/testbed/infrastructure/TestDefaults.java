package dev.layeredsaga.testbed.infrastructure;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Makes Awaitility wait for 60 s where a test names no bound: long enough for a busy machine, as such a wait promises that something
 * happens and not when.
 */
public final class TestDefaults implements LauncherSessionListener {

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }
}
