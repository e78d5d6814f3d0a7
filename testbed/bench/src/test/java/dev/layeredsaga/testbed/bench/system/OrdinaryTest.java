package dev.layeredsaga.testbed.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.bench.ordinary.order.OrderApplication;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrdinaryTest {

    @Test
    void hasNoneOfOurModulesOnItsClassPath() throws Exception {
        List<URL> classPath = new ArrayList<>();
        for (Path entry : Ordinary.classPath(true)) {
            classPath.add(entry.toUri().toURL());
        }
        URL ownClasses =
                OrderApplication.class.getProtectionDomain().getCodeSource().getLocation();

        try (URLClassLoader loader =
                new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            assertThat(Collections.list(loader.getResources("dev/layeredsaga")))
                    .extracting(URL::toString)
                    .containsExactly(ownClasses + "dev/layeredsaga");
        }
    }
}
