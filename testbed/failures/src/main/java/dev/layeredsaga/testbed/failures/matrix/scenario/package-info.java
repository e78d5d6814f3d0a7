/** The ways in which a system is made to fail, each with its cases. */
@NullMarked
package dev.layeredsaga.testbed.failures.matrix.scenario;

import org.jspecify.annotations.NullMarked;
