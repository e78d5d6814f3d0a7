/** An example to copy: a gateway client and its test, which use only the stub's public API. */
@NullMarked
package dev.layeredsaga.paymentstub.example;

import org.jspecify.annotations.NullMarked;
