package dev.layeredsaga.chassis.startup;

import dev.layeredsaga.chassis.startup.RequiredServer.Finding;
import dev.layeredsaga.messaging.failure.StartupException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Waits until every required server answers or the timeout expires. */
final class ServerWatch {

    private static final Duration BETWEEN_PROBES = Duration.ofMillis(500);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);

    private final Duration timeout;
    private final Time time;
    private final Consumer<String> log;

    /** @param timeout the timeout for all servers together; zero probes each server once */
    ServerWatch(Duration timeout, Time time, Consumer<String> log) {
        this.timeout = timeout;
        this.time = time;
        this.log = log;
    }

    /** The clock and the sleep, which a test can replace. */
    static class Time {

        /** Returns the time since a fixed but arbitrary moment in the past. */
        Duration now() {
            return Duration.ofNanos(System.nanoTime());
        }

        void pass(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
        }
    }

    /** A server that the last probe could not reach. */
    private record Absence(RequiredServer server, String reason) {

        String asLine() {
            return "%s is not reachable at %s (%s)".formatted(server.name(), server.place(), reason);
        }
    }

    /** @throws StartupException naming each server that did not come up in time, or the one that refuses the connection */
    void awaitAll(List<RequiredServer> servers) throws InterruptedException {
        Duration end = time.now().plus(timeout);
        Duration nextLine = time.now();
        List<Absence> absent = absentAmong(servers);
        while (!absent.isEmpty()) {
            if (time.now().compareTo(end) >= 0) {
                throw new StartupException(absent.stream().map(Absence::asLine).collect(Collectors.joining("; ")));
            }
            if (time.now().compareTo(nextLine) >= 0) {
                absent.forEach(this::report);
                nextLine = time.now().plus(BETWEEN_LINES);
            }
            time.pass(BETWEEN_PROBES);
            absent = absentAmong(absent.stream().map(Absence::server).toList());
        }
    }

    private static List<Absence> absentAmong(List<RequiredServer> servers) {
        List<Absence> absent = new ArrayList<>();
        for (RequiredServer server : servers) {
            switch (server.probe()) {
                case Finding.Ready ready -> {}
                case Finding.Missing missing -> absent.add(new Absence(server, missing.reason()));
                case Finding.Refusing refusing -> throw refused(server, refusing.reason());
            }
        }
        return absent;
    }

    private static StartupException refused(RequiredServer server, String reason) {
        return new StartupException("%s at %s refuses us (%s)".formatted(server.name(), server.place(), reason));
    }

    private void report(Absence absence) {
        RequiredServer server = absence.server();
        log.accept("waiting for %s at %s (%s)".formatted(server.name(), server.place(), absence.reason()));
    }
}
