/** The keys that open the stub. */
package dev.layeredsaga.paymentstub.access;
