/** The ledger's journal as a file of JSON lines; the only package that accesses files. */
@NullMarked
package dev.layeredsaga.paymentstub.file;

import org.jspecify.annotations.NullMarked;
