/** The endpoints of the API and the webhooks that are sent. */
@NullMarked
package dev.layeredsaga.paymentstub.http.api;

import org.jspecify.annotations.NullMarked;
