@NullMarked
package dev.layeredsaga.orchestrator.saga.web;

import org.jspecify.annotations.NullMarked;
