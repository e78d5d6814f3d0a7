@NullMarked
package dev.layeredsaga.chassis.meters;

import org.jspecify.annotations.NullMarked;
