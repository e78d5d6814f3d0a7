@NullMarked
package dev.layeredsaga.contract.payment;

import org.jspecify.annotations.NullMarked;
