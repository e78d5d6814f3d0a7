/** Commands about claims, what becomes of them, and claims as others see them. */
package dev.layeredsaga.inventory.claim.command;
