/** Capturing payments, and telling what became of them. */
@NullMarked
package dev.layeredsaga.paymentstub.payment;

import org.jspecify.annotations.NullMarked;
