/** The servers and folders that a killed process leaves, and their removal. */
package dev.layeredsaga.testbed.infrastructure.leftovers;
