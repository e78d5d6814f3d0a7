/** Refunds of captured payments. */
package dev.layeredsaga.paymentstub.refund;
