/**
 * The modular component architecture: one package per framework, holding its SPI and nothing else,
 * and {@code base}, which finds, selects, parameterises and wires the components.
 */
package org.strata.mca;
