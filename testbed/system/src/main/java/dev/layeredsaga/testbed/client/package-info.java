/** A running system as its clients see it: HTTP and the public topic. */
package dev.layeredsaga.testbed.client;
