/** The retention of ended sagas. */
package dev.layeredsaga.engine.retention;
