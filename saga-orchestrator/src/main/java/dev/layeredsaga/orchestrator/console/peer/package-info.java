/** The other services, as the console asks them: over their HTTP APIs, with credentials of its own. */
@NullMarked
package dev.layeredsaga.orchestrator.console.peer;

import org.jspecify.annotations.NullMarked;
