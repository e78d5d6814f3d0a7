/** Access checks in front of the endpoints. */
@NullMarked
package dev.layeredsaga.paymentstub.http.access;

import org.jspecify.annotations.NullMarked;
