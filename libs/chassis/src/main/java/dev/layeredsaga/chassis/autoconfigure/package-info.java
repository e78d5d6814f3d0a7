@NullMarked
package dev.layeredsaga.chassis.autoconfigure;

import org.jspecify.annotations.NullMarked;
