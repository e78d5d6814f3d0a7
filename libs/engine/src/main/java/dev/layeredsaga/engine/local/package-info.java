/** Steps that are methods of the service that drives the saga. */
package dev.layeredsaga.engine.local;
