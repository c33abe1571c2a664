package dev.laptimer.local;

/**
 * Something that is wrong with a resource.
 *
 * @param path of the field, such as {@code spec.targets[0].name}; empty for the whole resource
 * @param message what is allowed, and what was found
 */
record Problem(String path, String message) {

  /** The path of a field or an entry inside {@code path}. */
  static String inside(String path, Object element) {
    if (element instanceof Number || element.toString().contains(".")) {
      return path + "[" + element + "]";
    }
    return path.isEmpty() ? element.toString() : path + "." + element;
  }

  boolean isWithin(String outer) {
    return outer.isEmpty()
        || path.equals(outer)
        || path.startsWith(outer + ".")
        || path.startsWith(outer + "[");
  }

  @Override
  public String toString() {
    return path.isEmpty() ? message : path + ": " + message;
  }
}
