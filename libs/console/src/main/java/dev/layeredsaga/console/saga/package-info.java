/** The console's list of sagas, and the page of one saga with its actions. */
package dev.layeredsaga.console.saga;
