/** Tests of the running system's traces, logs and meters, and of the dashboards built on them. */
@NullMarked
package dev.layeredsaga.testbed.observe;

import org.jspecify.annotations.NullMarked;
