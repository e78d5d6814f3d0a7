/** The faults that befall the system while customers order, and their repair. */
package dev.layeredsaga.testbed.failures.chaos.injection;
