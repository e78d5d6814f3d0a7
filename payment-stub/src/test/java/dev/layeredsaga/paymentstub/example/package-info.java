/** An example to copy: a gateway client and its test, which know the stub only from outside. */
@NullMarked
package dev.layeredsaga.paymentstub.example;

import org.jspecify.annotations.NullMarked;
