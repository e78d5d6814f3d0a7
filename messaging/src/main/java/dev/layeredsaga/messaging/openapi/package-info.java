/**
 * What a service's OpenAPI document says: what the code tells by itself, put right where springdoc has it wrong, and then the words and
 * the problems that the service's overlay adds.
 */
@NullMarked
package dev.layeredsaga.messaging.openapi;

import org.jspecify.annotations.NullMarked;
