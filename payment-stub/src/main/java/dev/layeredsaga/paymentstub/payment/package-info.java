/** Captures payments and answers queries about them. */
package dev.layeredsaga.paymentstub.payment;
