/** Registration cache: which memory is registered, and for how long. */
package org.strata.rcache;
