/** The system as it is deployed: every service a process of its own, to be killed, frozen and started again. */
package dev.layeredsaga.testbed.process;
