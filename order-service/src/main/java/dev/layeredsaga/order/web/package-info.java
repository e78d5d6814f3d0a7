/** Common handling of all requests: problem details, access rules, validation of texts. */
@NullMarked
package dev.layeredsaga.order.web;

import org.jspecify.annotations.NullMarked;
