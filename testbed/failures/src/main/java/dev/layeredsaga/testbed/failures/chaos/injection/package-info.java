/** The faults that befall the system while customers order, and their repair. */
@NullMarked
package dev.layeredsaga.testbed.failures.chaos.injection;

import org.jspecify.annotations.NullMarked;
