package dev.laptimer.api;

/** How a row is made bytes. */
public enum RowEncoding {
  /** Text with the names of the fields; dates as ISO 8601 has them. */
  Json,
  /** {@link java.io.ObjectOutputStream}, with the description of the class in each value. */
  JavaSerialization,
  /** RFC 8949: binary, with the names of the fields. */
  Cbor
}
