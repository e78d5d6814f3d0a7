/** The parts that all servers share: start, readiness, ports and folders. */
@NullMarked
package dev.layeredsaga.testbed.infrastructure.server;

import org.jspecify.annotations.NullMarked;
