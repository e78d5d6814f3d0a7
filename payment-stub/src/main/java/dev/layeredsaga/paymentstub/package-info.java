@NullMarked
package dev.layeredsaga.paymentstub;

import org.jspecify.annotations.NullMarked;
