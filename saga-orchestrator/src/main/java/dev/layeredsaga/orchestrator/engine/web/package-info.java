@NullMarked
package dev.layeredsaga.orchestrator.engine.web;

import org.jspecify.annotations.NullMarked;
