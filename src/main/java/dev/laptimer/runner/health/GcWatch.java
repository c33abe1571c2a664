package dev.laptimer.runner.health;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * Listens to the garbage collector. The JVM tells of collections some time after them, in a thread
 * of its own, and with times in milliseconds.
 */
final class GcWatch {

  private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Concurrent collectors have one for whole cycles, during which nothing stands still. */
  private final List<GarbageCollectorMXBean> beans =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(bean -> !bean.getName().endsWith("Cycles"))
          .toList();

  private final long countBefore = beansCount();
  private final List<Long> pausesMillis = new ArrayList<>();

  /** Begins to listen. */
  GcWatch() {
    for (var bean : beans) {
      ((NotificationEmitter) bean)
          .addNotificationListener(
              (notification, handback) -> {
                if (notification
                    .getType()
                    .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
                  var data = (CompositeData) notification.getUserData();
                  heard(GarbageCollectionNotificationInfo.from(data).getGcInfo());
                }
              },
              null,
              null);
    }
  }

  /** The collector by the name that people know, for instance Serial. */
  static String collector() {
    return collector(ManagementFactory.getGarbageCollectorMXBeans().get(0).getName());
  }

  /**
   * @param bean name of one of the collector's beans, which HotSpot has for each kind of collection
   */
  static String collector(String bean) {
    var word = bean.split(" ")[0];
    return switch (word) {
      case "Copy", "MarkSweepCompact" -> "Serial";
      case "PS" -> "Parallel";
      default -> word;
    };
  }

  private synchronized void heard(GcInfo collection) {
    pausesMillis.add(collection.getDuration());
  }

  /** Every pause since the beginning, in milliseconds, in their order. */
  List<Long> pausesMillis() {
    long end = System.nanoTime() + MAX_WAIT_NANOS;
    while (heardCount() < beansCount() - countBefore && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    synchronized (this) {
      return List.copyOf(pausesMillis);
    }
  }

  private synchronized int heardCount() {
    return pausesMillis.size();
  }

  private long beansCount() {
    return beans.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
  }
}
