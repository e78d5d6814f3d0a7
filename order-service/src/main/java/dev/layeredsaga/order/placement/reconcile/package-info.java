/** Recovery of lost messages: orders without a saga, and events that are missing. */
package dev.layeredsaga.order.placement.reconcile;
