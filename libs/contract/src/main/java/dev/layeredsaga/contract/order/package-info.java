@NullMarked
package dev.layeredsaga.contract.order;

import org.jspecify.annotations.NullMarked;
