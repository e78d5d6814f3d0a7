/** The lock layers over HTTP. */
package dev.layeredsaga.inventory.layers.web;
