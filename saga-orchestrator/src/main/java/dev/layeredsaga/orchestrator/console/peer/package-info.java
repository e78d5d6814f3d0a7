/** The other services, asked for what a page of the console shows. Nothing of a saga depends on their answers. */
@NullMarked
package dev.layeredsaga.orchestrator.console.peer;

import org.jspecify.annotations.NullMarked;
