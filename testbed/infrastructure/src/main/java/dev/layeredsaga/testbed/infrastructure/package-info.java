@NullMarked
package dev.layeredsaga.testbed.infrastructure;

import org.jspecify.annotations.NullMarked;
