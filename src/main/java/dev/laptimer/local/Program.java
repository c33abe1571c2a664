package dev.laptimer.local;

import dev.laptimer.engine.Engine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A program, or a library, that must be on this machine.
 *
 * @param name that it is started by
 * @param debianPackage that has it
 * @param places where it is looked for beside the search path
 * @param hint what to do before the package can be installed; null for nothing
 */
record Program(String name, String debianPackage, List<Path> places, String hint) {

  /** Of a package that Debian has. */
  Program(String name, String debianPackage, List<Path> places) {
    this(name, debianPackage, places, null);
  }

  /** The program of an engine. */
  static Program of(Engine engine) {
    var command =
        engine.command(new Engine.Listen("127.0.0.1", 0, "/", false, false), Map.of()).get(0);
    return new Program(command, engine.debianPackage(), List.of(), engine.packageHint());
  }

  /** One of those for administrators, whose folder not everybody has in the search path. */
  static Program ofAdministrators(String name, String debianPackage) {
    return new Program(name, debianPackage, List.of(Path.of("/usr/sbin", name)));
  }
}
