/** Refunds of captured payments. */
@NullMarked
package dev.layeredsaga.paymentstub.refund;

import org.jspecify.annotations.NullMarked;
