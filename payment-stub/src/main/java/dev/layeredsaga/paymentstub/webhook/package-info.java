/** Webhooks that notify a merchant of decisions, on time or with delivery faults. */
package dev.layeredsaga.paymentstub.webhook;
