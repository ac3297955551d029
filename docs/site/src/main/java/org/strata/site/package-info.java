/** Makes HTML pages of the repository's Markdown pages, with one frame around all of them. */
package org.strata.site;
