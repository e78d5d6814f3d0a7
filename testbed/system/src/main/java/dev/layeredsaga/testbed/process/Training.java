package dev.layeredsaga.testbed.process;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Starts all programs of the system, unpacked, on servers of its own, and orders from them, so that each leaves an AOT cache
 * (JEP 483, 514, 515) of what it has loaded, linked and called most: with it, the next start takes a third of the time, and the
 * first orders are not compiled for from nothing. A cache is good for the JVM, the jars and the garbage collector that it was made
 * with; any other goes on without it.
 */
public final class Training {

    static final String JAR = "application.jar";

    static final String CACHE = "application.aot";

    private static final int CLIENTS = 64;

    /** Enough for the JVM to distinguish what is called often. */
    static final int MANY_ORDERS = 2_500;

    private static final String ITEM = "training";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private Training() {}

    /**
     * Leaves FOLDER/application.aot beside each FOLDER/application.jar.
     *
     * @param arguments a folder for each program, named after it; before them, if any, the JVM's options, which begin with a dash
     */
    public static void main(String[] arguments) throws InterruptedException {
        Locale.setDefault(Locale.ROOT);
        LoggingSystem.get(Training.class.getClassLoader()).beforeInitialize();
        Predicate<String> isOption = word -> word.startsWith("-");
        train(
                Arrays.stream(arguments).filter(isOption.negate()).map(Path::of).toList(),
                Arrays.stream(arguments).filter(isOption).toList(),
                MANY_ORDERS);
    }

    /**
     * Leaves FOLDER/application.aot beside each FOLDER/application.jar.
     *
     * @param folders one for each program, named after it
     * @param options of the JVMs
     */
    static void train(List<Path> folders, List<String> options, int orders) throws InterruptedException {
        Map<String, Path> byProgram = folders.stream()
                .collect(Collectors.toMap(folder -> folder.getFileName().toString(), Function.identity()));
        try (SeparateSystem system = SeparateSystem.withServers(
                new EmbeddedInfrastructure(EmbeddedSettings.forTests()),
                Map.of(),
                program -> recording(program, byProgram, options))) {
            order(new Shop(system.startEach().addresses()), orders);
            system.terminate();
        }
        for (Path folder : folders) {
            Path cache = folder.resolve(CACHE);
            if (!Files.exists(cache)) {
                throw new IllegalStateException(cache + " has not been left");
            }
        }
    }

    private static Executable recording(String program, Map<String, Path> folders, List<String> options) {
        Path folder = folders.get(program);
        if (folder == null) {
            throw new IllegalArgumentException("there is no folder for " + program + " among " + folders.values());
        }
        return new Executable(folder.resolve(JAR), options).with("-XX:AOTCacheOutput=" + folder.resolve(CACHE));
    }

    private static void order(Shop shop, int orders) throws InterruptedException {
        shop.stock(ITEM, orders, "COUNTED");
        Callable<String> one = () -> orderOne(shop);
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            for (Future<String> each : clients.invokeAll(Collections.nCopies(orders, one))) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("an order could not be placed", e);
        }
    }

    private static String orderOne(Shop shop) {
        String orderId = shop.order(ITEM, "pm_ok");
        shop.awaitEndOf(List.of(orderId), TIMEOUT);
        return orderId;
    }
}
