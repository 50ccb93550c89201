package org.coppice;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** Finds the native library: by a property, the system's, or a private copy of the one in the jar. */
final class NativeLibrary {
  private static final String NAME = "coppice_java";

  private NativeLibrary() {}

  static void load() {
    final String os = System.getProperty("os.name");
    final String arch = System.getProperty("os.arch");
    final StringBuilder tried = new StringBuilder();
    if (byProperty(tried) || ofSystem(tried) || ofJar(os, arch, tried)) return;
    throw new UnsatisfiedLinkError(
        "coppice's native library for " + os + " " + arch + " was not found:" + tried);
  }

  private static boolean byProperty(StringBuilder tried) {
    final String path = System.getProperty("coppice.library");
    if (path == null) {
      tried.append("\n  property coppice.library: not set");
      return false;
    }
    try {
      System.load(Path.of(path).toAbsolutePath().toString());
      return true;
    } catch (UnsatisfiedLinkError error) {
      tried.append("\n  property coppice.library: ").append(error.getMessage());
      return false;
    }
  }

  private static boolean ofSystem(StringBuilder tried) {
    try {
      System.loadLibrary(NAME);
      return true;
    } catch (UnsatisfiedLinkError error) {
      tried.append("\n  system: ").append(error.getMessage());
      return false;
    }
  }

  private static boolean ofJar(String os, String arch, StringBuilder tried) {
    final String file = System.mapLibraryName(NAME);
    final String folder = os.toLowerCase(Locale.ROOT).split(" ")[0] + "-" + arch;
    final String resource = "/org/coppice/native/" + folder + "/" + file;
    try (InputStream in = NativeLibrary.class.getResourceAsStream(resource)) {
      if (in == null) {
        tried.append("\n  jar: no ").append(resource);
        return false;
      }
      loadCopy(in, file);
      return true;
    } catch (IOException | UnsatisfiedLinkError error) {
      tried.append("\n  jar: ").append(error.getMessage());
      return false;
    }
  }

  private static void loadCopy(InputStream in, String file) throws IOException {
    final Path folder = Files.createTempDirectory("coppice"); // readable by this user only
    final Path copy = folder.resolve(file);
    try {
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      System.load(copy.toString());
    } finally { // what is mapped stays
      Files.deleteIfExists(copy);
      Files.deleteIfExists(folder);
    }
  }
}
