/** The console's first screen: is everything well? */
package dev.layeredsaga.orchestrator.console.overview;
