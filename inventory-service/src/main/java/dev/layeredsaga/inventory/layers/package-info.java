/** The lock layers as operators see them: for each item its three layers, its claims and its queue. Reads, and changes nothing. */
package dev.layeredsaga.inventory.layers;
