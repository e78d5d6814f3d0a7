@NullMarked
package dev.layeredsaga.testbed.simulation.bugs;

import org.jspecify.annotations.NullMarked;
