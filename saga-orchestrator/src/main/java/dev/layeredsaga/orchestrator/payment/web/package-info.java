@NullMarked
package dev.layeredsaga.orchestrator.payment.web;

import org.jspecify.annotations.NullMarked;
