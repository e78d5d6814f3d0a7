/** Warnings about settings that nothing reads. */
@NullMarked
package dev.layeredsaga.chassis.settings;

import org.jspecify.annotations.NullMarked;
