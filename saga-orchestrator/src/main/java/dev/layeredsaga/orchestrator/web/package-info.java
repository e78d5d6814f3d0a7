/** Error responses of every HTTP API of this service. */
@NullMarked
package dev.layeredsaga.orchestrator.web;

import org.jspecify.annotations.NullMarked;
