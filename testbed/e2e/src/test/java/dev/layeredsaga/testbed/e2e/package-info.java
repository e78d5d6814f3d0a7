@NullMarked
package dev.layeredsaga.testbed.e2e;

import org.jspecify.annotations.NullMarked;
