/**
 * The operators' console: HTML pages rendered on the server, and what a service adds to them: pages ({@link dev.layeredsaga.console.ConsolePage},
 * {@link dev.layeredsaga.console.ConsoleController}), parts of the first screen and {@link dev.layeredsaga.console.SagaContent}. Types that
 * templates read are public, because templates are compiled into a package of their own.
 */
package dev.layeredsaga.console;
