@NullMarked
package dev.layeredsaga.contract.saga;

import org.jspecify.annotations.NullMarked;
