/** The append-only ledger of the gateway's decisions, and its audit. */
@NullMarked
package dev.layeredsaga.paymentstub.ledger;

import org.jspecify.annotations.NullMarked;
