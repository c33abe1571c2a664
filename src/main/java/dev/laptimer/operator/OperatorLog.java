package dev.laptimer.operator;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operator's log: one line an event, on standard output. */
final class OperatorLog {

  private OperatorLog() {}

  static void configure(OperatorConfig config) {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    var encoder = config.logFormat() == OperatorConfig.LogFormat.JSON ? json() : text(context);
    encoder.setContext(context);
    encoder.start();
    var appender = new ConsoleAppender<ILoggingEvent>();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(appender);
    // At every start it warns that v1alpha1 is alpha
    context
        .getLogger("io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils")
        .setLevel(Level.ERROR);
    context.getLogger("dev.laptimer").setLevel(Level.valueOf(config.logLevel()));
  }

  private static Encoder<ILoggingEvent> json() {
    var encoder = new JsonEncoder();
    encoder.setWithSequenceNumber(false);
    encoder.setWithNanoseconds(false);
    encoder.setWithContext(false);
    encoder.setWithMessage(false);
    encoder.setWithFormattedMessage(true);
    encoder.setWithArguments(false);
    return encoder;
  }

  private static Encoder<ILoggingEvent> text(LoggerContext context) {
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(
        "%d{yyyy-MM-dd'T'HH:mm:ss.SSSX,UTC} %-5level %X{resource.namespace} %X{resource.name} %logger{0} %msg%n");
    return encoder;
  }
}
