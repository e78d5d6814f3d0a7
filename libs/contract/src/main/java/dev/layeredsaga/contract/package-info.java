@NullMarked
package dev.layeredsaga.contract;

import org.jspecify.annotations.NullMarked;
