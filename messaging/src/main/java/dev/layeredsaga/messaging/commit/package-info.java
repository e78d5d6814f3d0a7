/** What waits for the end of a transaction. */
@NullMarked
package dev.layeredsaga.messaging.commit;

import org.jspecify.annotations.NullMarked;
