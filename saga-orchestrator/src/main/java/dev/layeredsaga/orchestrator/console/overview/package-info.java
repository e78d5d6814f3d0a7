/** The console's first screen: is everything well? */
@NullMarked
package dev.layeredsaga.orchestrator.console.overview;

import org.jspecify.annotations.NullMarked;
