package dev.layeredsaga.testbed.infrastructure;

import java.time.Duration;

/** Hears of each server that has come up. Called from several threads at once. */
@FunctionalInterface
public interface StartListener {

    StartListener SILENT = (server, took) -> {};

    void started(Server server, Duration took);
}
