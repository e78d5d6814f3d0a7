/** How every HTTP API of this service says no. */
@NullMarked
package dev.layeredsaga.orchestrator.web;

import org.jspecify.annotations.NullMarked;
