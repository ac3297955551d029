/** An algorithm as somebody else would write it, with nothing but what room coll makes public. */
package org.strata.coll.example;
