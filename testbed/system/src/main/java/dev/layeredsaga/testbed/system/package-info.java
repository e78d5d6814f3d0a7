@NullMarked
package dev.layeredsaga.testbed.system;

import org.jspecify.annotations.NullMarked;
