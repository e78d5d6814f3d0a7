/** Captures payments and answers queries about them. */
@NullMarked
package dev.layeredsaga.paymentstub.payment;

import org.jspecify.annotations.NullMarked;
