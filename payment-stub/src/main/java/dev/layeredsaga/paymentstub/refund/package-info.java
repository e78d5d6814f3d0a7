/** Giving captured money back. */
@NullMarked
package dev.layeredsaga.paymentstub.refund;

import org.jspecify.annotations.NullMarked;
