/** Drives a running service from its own OpenAPI specification and checks every answer against it. */
@NullMarked
package dev.layeredsaga.testbed.contract;

import org.jspecify.annotations.NullMarked;
