/** Telling a merchant of what was decided, on time or in every unpleasant way. */
@NullMarked
package dev.layeredsaga.paymentstub.webhook;

import org.jspecify.annotations.NullMarked;
