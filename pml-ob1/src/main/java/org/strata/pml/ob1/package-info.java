/** Point-to-point messaging layer ob1: matching, requests and protocols over BTLs. */
package org.strata.pml.ob1;
