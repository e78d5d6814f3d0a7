/** The other services, as the console asks them: over their HTTP APIs, with credentials of its own. */
package dev.layeredsaga.orchestrator.console.peer;
