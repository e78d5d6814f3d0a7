/** Value types that all features use; each validates itself. */
package dev.layeredsaga.paymentstub.vocabulary;
