/** Requests, responses and problems in JSON. */
@NullMarked
package dev.layeredsaga.paymentstub.http.message;

import org.jspecify.annotations.NullMarked;
