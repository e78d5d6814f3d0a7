/** Work deferred to the end of a transaction, and calls that share one. */
@NullMarked
package dev.layeredsaga.messaging.commit;

import org.jspecify.annotations.NullMarked;
