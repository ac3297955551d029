package org.strata.benchmarks.profile;

import java.util.List;

/**
 * One table of the page.
 *
 * @param title headline
 * @param note what the figures mean, or empty
 * @param columns headings; the last column is text, the others are figures
 * @param rows as many words each as there are columns
 */
record Section(String title, String note, List<String> columns, List<List<String>> rows) {}
