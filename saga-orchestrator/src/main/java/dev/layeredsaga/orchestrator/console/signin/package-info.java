/** Signing in to the console, and who may do what there. */
@NullMarked
package dev.layeredsaga.orchestrator.console.signin;

import org.jspecify.annotations.NullMarked;
