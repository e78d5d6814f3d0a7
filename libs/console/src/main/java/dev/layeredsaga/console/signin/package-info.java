/** Signing in to the console, and who may do what there. */
package dev.layeredsaga.console.signin;
