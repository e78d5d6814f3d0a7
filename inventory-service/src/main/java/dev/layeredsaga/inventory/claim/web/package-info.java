/** Claims over HTTP. */
package dev.layeredsaga.inventory.claim.web;
