/** Work deferred to the end of a transaction, and calls that share one. */
package dev.layeredsaga.messaging.commit;
