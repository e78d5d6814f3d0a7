/** The whole gateway, independent of its protocol. */
@NullMarked
package dev.layeredsaga.paymentstub.gateway;

import org.jspecify.annotations.NullMarked;
