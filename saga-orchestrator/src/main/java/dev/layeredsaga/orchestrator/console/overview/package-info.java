/** The console's first screen: is the system healthy? */
package dev.layeredsaga.orchestrator.console.overview;
