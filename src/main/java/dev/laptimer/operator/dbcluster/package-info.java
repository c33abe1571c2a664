/**
 * Galera clusters. What is to be in Kubernetes ({@link
 * dev.laptimer.operator.dbcluster.MemberObjects}, {@link
 * dev.laptimer.operator.dbcluster.ProxyObjects}) and what is to be done next ({@link
 * dev.laptimer.operator.dbcluster.Decider}) are pure functions of what was observed; the reconciler
 * carries one step out at a time.
 *
 * <p>Three rules keep one cluster from becoming two, and data from being thrown away. Only the
 * operator says who may begin a cluster, by the {@link dev.laptimer.operator.dbcluster.Channel},
 * which every start of a member reads. A member that was told so still joins if any other answers,
 * and never begins from an empty volume or twice in one epoch once somebody joined. A volume of
 * another cluster is refused by its identity.
 */
package dev.laptimer.operator.dbcluster;
