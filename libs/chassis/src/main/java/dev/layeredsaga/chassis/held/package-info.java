/** Held messages for operators, over HTTP. */
package dev.layeredsaga.chassis.held;
