/** The parts that all servers share: start, readiness, ports and folders. */
package dev.layeredsaga.testbed.infrastructure.server;
