package dev.laptimer.operator.run;

/**
 * What the API server answered when it refused to create an object.
 *
 * @param object kind and name
 * @param message the server's own words
 * @param forGood true if asking again cannot help: the object is not valid
 */
record Refusal(String object, String message, boolean forGood) {

  boolean isQuota() {
    return message.contains("exceeded quota");
  }
}
