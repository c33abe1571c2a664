/** The Helm chart and the plain manifests that are made from it. */
package dev.laptimer.chart;
