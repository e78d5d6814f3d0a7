/** Webhooks that notify a merchant of decisions, on time or with delivery faults. */
@NullMarked
package dev.layeredsaga.paymentstub.webhook;

import org.jspecify.annotations.NullMarked;
