/**
 * The whole, on the cluster of KUBECONFIG: what is applied, what happens, what the status says.
 * {@code make e2e} runs these; {@code mvn verify} does not.
 *
 * <p>Environment variables: {@code OPERATOR_NAMESPACE} where the operator is installed (default
 * {@code laptimer-system}), {@code LOSE_NODE} and {@code RESTORE_NODE}, commands that make a node
 * vanish and come back, given its name as the last argument (default: the test of a lost node is
 * left out).
 */
package dev.laptimer.e2e;
