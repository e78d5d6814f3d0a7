/** Tests a running service with requests generated from its OpenAPI specification and checks every response against it. */
@NullMarked
package dev.layeredsaga.testbed.contract;

import org.jspecify.annotations.NullMarked;
