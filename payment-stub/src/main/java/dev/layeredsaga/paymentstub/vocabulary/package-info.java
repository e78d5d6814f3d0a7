/** The words every feature uses; each value validates itself. */
@NullMarked
package dev.layeredsaga.paymentstub.vocabulary;

import org.jspecify.annotations.NullMarked;
