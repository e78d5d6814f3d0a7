@NullMarked
package dev.layeredsaga.testbed.settings;

import org.jspecify.annotations.NullMarked;
