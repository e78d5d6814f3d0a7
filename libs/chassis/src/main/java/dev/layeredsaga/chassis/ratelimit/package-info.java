/** Limits on the requests of one caller to an instance of a service. */
package dev.layeredsaga.chassis.ratelimit;
