/** The order, its payment and the gateway's ledger on the pages of sagas. */
package dev.layeredsaga.orchestrator.console.order;
