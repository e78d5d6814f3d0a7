/** The console's first screen: is the system healthy? */
package dev.layeredsaga.console.overview;
