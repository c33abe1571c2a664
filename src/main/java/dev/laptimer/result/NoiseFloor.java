package dev.laptimer.result;

import java.util.Optional;

/**
 * What the control tells: how far one and the same thing, measured twice in each round, differs
 * from itself. What differs no more than that cannot be told from the place in the round, the state
 * of the machine, and whatever else is not the thing itself.
 *
 * @param of name of the arm that was measured twice
 * @param control the second measuring compared with the first
 */
record NoiseFloor(String of, PairedEstimate control) {

  /** Empty without a control, and where too few of its rounds were measured for an interval. */
  static Optional<NoiseFloor> of(Measured measured) {
    var control = measured.document().plan().control();
    if (control == null) {
      return Optional.empty();
    }
    var logRatios = LogRatios.of(measured).of(control.arm().name(), control.of());
    return logRatios.length < PairedEstimate.MIN_ROUNDS
        ? Optional.empty()
        : Optional.of(new NoiseFloor(control.of(), PairedEstimate.of(logRatios)));
  }

  /** The largest ratio, above 1, that the interval of the control holds. */
  double ratio() {
    return Math.max(control.high(), 1 / control.low());
  }

  /** Whether the control came out faster or slower: by so much, and not by chance. */
  boolean differs(double atLeast) {
    return control.p() <= PairedEstimate.ALPHA
        && Math.max(control.ratio(), 1 / control.ratio()) >= atLeast;
  }

  /** For instance "redis, measured twice in each round, differs from itself by up to 1.9 %". */
  String sentence() {
    int decimals = Format.ratioDecimals(control.ratio(), control.low(), control.high());
    return "%s, measured twice in each round, differs from itself by up to %s (95 %% interval of the ratio %s to %s, %s)"
        .formatted(
            of,
            Format.percent(ratio() - 1),
            Format.decimal(control.low(), decimals),
            Format.decimal(control.high(), decimals),
            Format.count(control.rounds(), "round"));
  }
}
