@NullMarked
package dev.layeredsaga.contract.inventory;

import org.jspecify.annotations.NullMarked;
