/** Fault injection: scenarios by payment method and for all orders. */
@NullMarked
package dev.layeredsaga.paymentstub.fault;

import org.jspecify.annotations.NullMarked;
