/** Access rules; the only package that knows how tokens are checked. */
@NullMarked
package dev.layeredsaga.paymentstub.access;

import org.jspecify.annotations.NullMarked;
