/** Consumer of the sagas' events. */
package dev.layeredsaga.order.placement.kafka;
