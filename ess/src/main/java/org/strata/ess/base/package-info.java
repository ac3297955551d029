/** What process environments share: the identity of a job. Environments know nothing else here. */
package org.strata.ess.base;
