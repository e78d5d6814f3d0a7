/** The ledger's journal as a file of JSON lines; the only package that accesses files. */
package dev.layeredsaga.paymentstub.file;
