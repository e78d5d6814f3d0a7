/** Commands about claims, what becomes of them, and claims as others see them. */
@NullMarked
package dev.layeredsaga.inventory.claim.command;

import org.jspecify.annotations.NullMarked;
