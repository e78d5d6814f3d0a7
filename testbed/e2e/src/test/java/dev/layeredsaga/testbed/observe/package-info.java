/** Tests of the running system's traces, logs and meters, and of the dashboards built on them. */
package dev.layeredsaga.testbed.observe;
