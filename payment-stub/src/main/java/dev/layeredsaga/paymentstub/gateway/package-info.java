/** The gateway as a whole, without a protocol. */
@NullMarked
package dev.layeredsaga.paymentstub.gateway;

import org.jspecify.annotations.NullMarked;
