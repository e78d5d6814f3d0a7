/** What waits for the end of a transaction, and what shares one. */
@NullMarked
package dev.layeredsaga.messaging.commit;

import org.jspecify.annotations.NullMarked;
