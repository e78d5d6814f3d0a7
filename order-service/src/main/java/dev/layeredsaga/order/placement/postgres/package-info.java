/** How the instances of the service hear of each other's news, through their database. */
@NullMarked
package dev.layeredsaga.order.placement.postgres;

import org.jspecify.annotations.NullMarked;
