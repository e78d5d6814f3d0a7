@NullMarked
package dev.layeredsaga.orchestrator.payment.http;

import org.jspecify.annotations.NullMarked;
