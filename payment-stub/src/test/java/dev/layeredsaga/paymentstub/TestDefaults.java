package dev.layeredsaga.paymentstub;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Makes Awaitility wait for 60 s where a test names no bound, as in the modules that use the test bed's servers. */
public final class TestDefaults implements LauncherSessionListener {

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }
}
