/** Gauges of claims, read from the database. */
package dev.layeredsaga.inventory.claim.meters;
