/** The console's panel of demonstrations: demo orders, and faults of the payment stub. Never with the profile {@code production}. */
@NullMarked
package dev.layeredsaga.orchestrator.console.demo;

import org.jspecify.annotations.NullMarked;
