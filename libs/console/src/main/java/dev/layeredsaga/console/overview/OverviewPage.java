package dev.layeredsaga.console.overview;

import dev.layeredsaga.console.Shell;

/** The first screen. */
public record OverviewPage(Shell shell, Overview overview) {}
