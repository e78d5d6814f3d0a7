/** What goes wrong, when, and for whom: scenarios by payment method and for everybody. */
@NullMarked
package dev.layeredsaga.paymentstub.fault;

import org.jspecify.annotations.NullMarked;
