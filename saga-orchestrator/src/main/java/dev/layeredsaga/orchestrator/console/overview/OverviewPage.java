package dev.layeredsaga.orchestrator.console.overview;

import dev.layeredsaga.orchestrator.console.Shell;

/** The first screen. */
public record OverviewPage(Shell shell, Overview overview) {}
