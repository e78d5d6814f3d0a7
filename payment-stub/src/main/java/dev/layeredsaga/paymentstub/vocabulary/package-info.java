/** Value types that all features use; each validates itself. */
@NullMarked
package dev.layeredsaga.paymentstub.vocabulary;

import org.jspecify.annotations.NullMarked;
