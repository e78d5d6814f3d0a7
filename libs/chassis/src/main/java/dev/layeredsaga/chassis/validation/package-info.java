/** Rules for values that several APIs take. */
package dev.layeredsaga.chassis.validation;
