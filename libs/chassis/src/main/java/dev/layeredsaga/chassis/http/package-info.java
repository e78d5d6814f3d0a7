/** The parts that all HTTP APIs have in common. */
package dev.layeredsaga.chassis.http;
