package dev.laptimer.api;

/** What a key is after the prefix of the run. */
public enum KeyForm {
  /** Random lower-case letters. */
  Letters,
  /** The 32 hexadecimal digits of an MD5 and the key's number. */
  Md5Numbered
}
