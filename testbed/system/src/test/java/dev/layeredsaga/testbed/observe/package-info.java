/** What can be observed of the running system: traces, logs, meters, and the dashboards made of them. */
@NullMarked
package dev.layeredsaga.testbed.observe;

import org.jspecify.annotations.NullMarked;
