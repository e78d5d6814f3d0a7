/** Rules for values that several APIs take. */
@NullMarked
package dev.layeredsaga.chassis.validation;

import org.jspecify.annotations.NullMarked;
