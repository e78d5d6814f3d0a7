/** The append-only ledger of the gateway's decisions, and its audit. */
package dev.layeredsaga.paymentstub.ledger;
