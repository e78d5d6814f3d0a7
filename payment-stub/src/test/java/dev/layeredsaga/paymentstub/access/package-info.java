@NullMarked
package dev.layeredsaga.paymentstub.access;

import org.jspecify.annotations.NullMarked;
