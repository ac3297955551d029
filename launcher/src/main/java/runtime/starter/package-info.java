/** A name of MPJ Express' that users' build files contain. */
package runtime.starter;
