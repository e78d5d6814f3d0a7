@NullMarked
package dev.layeredsaga.testbed.simulation;

import org.jspecify.annotations.NullMarked;
