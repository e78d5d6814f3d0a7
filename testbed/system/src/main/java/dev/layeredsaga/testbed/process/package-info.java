/** The system as it is deployed: every service a process of its own, to be killed, frozen and started again. */
@NullMarked
package dev.layeredsaga.testbed.process;

import org.jspecify.annotations.NullMarked;
