/** The keys that open the stub. */
@NullMarked
package dev.layeredsaga.paymentstub.access;

import org.jspecify.annotations.NullMarked;
