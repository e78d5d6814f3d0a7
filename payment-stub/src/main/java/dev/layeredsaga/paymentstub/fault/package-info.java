/** Fault injection: scenarios by payment method and for all orders. */
package dev.layeredsaga.paymentstub.fault;
