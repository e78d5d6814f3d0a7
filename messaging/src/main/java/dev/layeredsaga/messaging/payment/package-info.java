@NullMarked
package dev.layeredsaga.messaging.payment;

import org.jspecify.annotations.NullMarked;
