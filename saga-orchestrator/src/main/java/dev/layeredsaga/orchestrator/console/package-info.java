/**
 * The operators' console: HTML pages rendered on the server. Types that templates read are public, because templates are compiled
 * into a package of their own.
 */
package dev.layeredsaga.orchestrator.console;
