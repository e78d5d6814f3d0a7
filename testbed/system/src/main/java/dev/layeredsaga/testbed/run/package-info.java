@NullMarked
package dev.layeredsaga.testbed.run;

import org.jspecify.annotations.NullMarked;
