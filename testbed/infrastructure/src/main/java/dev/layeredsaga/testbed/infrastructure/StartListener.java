package dev.layeredsaga.testbed.infrastructure;

import java.time.Duration;

/** Notified of each server that has started. Called concurrently from several threads. */
@FunctionalInterface
public interface StartListener {

    StartListener SILENT = (server, took) -> {};

    void started(Server server, Duration took);
}
