/** The servers and folders that a killed process leaves, and their removal. */
@NullMarked
package dev.layeredsaga.testbed.infrastructure.leftovers;

import org.jspecify.annotations.NullMarked;
