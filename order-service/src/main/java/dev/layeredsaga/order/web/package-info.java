/** What every request has in common: problem details, limits, the rules of texts. */
@NullMarked
package dev.layeredsaga.order.web;

import org.jspecify.annotations.NullMarked;
