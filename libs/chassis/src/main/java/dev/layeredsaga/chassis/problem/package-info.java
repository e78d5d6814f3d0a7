/** The one way in which every service says no over HTTP: problem details (RFC 9457) with a stable code. */
package dev.layeredsaga.chassis.problem;
