@NullMarked
package dev.layeredsaga.chassis.startup;

import org.jspecify.annotations.NullMarked;
