/** Health indicators that answer within a bounded time. */
package dev.layeredsaga.chassis.health;
