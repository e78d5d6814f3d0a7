/** Returns of what was sold. */
package dev.layeredsaga.order.placement.returns;
