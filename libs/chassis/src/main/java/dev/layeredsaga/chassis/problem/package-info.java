/** The one way in which every service says no over HTTP: problem details (RFC 9457) with a stable code. */
@NullMarked
package dev.layeredsaga.chassis.problem;

import org.jspecify.annotations.NullMarked;
