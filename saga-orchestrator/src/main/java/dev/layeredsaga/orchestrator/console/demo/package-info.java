/** The console's panel of demonstrations: demo orders, and faults of the payment stub. Never with the profile {@code production}. */
package dev.layeredsaga.orchestrator.console.demo;
