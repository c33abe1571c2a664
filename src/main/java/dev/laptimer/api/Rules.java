package dev.laptimer.api;

/** Rules in CEL that several fields share, with the words in which a bad value is refused. */
final class Rules {

  static final String IMAGE = "self.matches('^[A-Za-z0-9]([-A-Za-z0-9._@]|[/:][A-Za-z0-9])*$')";
  static final String IMAGE_MESSAGE =
      "must be the name of an image, such as 'registry.example.com/name:tag', without a scheme or blanks";

  /** Names that objects are named by: a DNS label as RFC 1035 has it. */
  static final String NAME = "self.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')";

  static final String NAME_MESSAGE =
      "must be lower-case letters, digits and '-', begin with a letter and end with a letter or digit";

  /** Names that come after another one. */
  static final String PART_OF_A_NAME = "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')";

  static final String PART_OF_A_NAME_MESSAGE =
      "must be lower-case letters, digits and '-', begin and end with a letter or digit";

  private Rules() {}
}
