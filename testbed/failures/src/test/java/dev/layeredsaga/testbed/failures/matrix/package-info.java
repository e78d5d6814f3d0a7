@NullMarked
package dev.layeredsaga.testbed.failures.matrix;

import org.jspecify.annotations.NullMarked;
