/** What the gateway did with money, append-only, and the audit over it. */
@NullMarked
package dev.layeredsaga.paymentstub.ledger;

import org.jspecify.annotations.NullMarked;
