/** HTTP handling shared by all endpoints of this service. */
package dev.layeredsaga.inventory.web;
