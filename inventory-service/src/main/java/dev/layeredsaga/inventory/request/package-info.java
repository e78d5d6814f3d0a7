/** Requests that may be repeated. */
package dev.layeredsaga.inventory.request;
