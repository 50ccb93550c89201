package org.coppice;

/**
 * What the library refused. The message names argument, row, feature and value, and what was
 * expected.
 */
public final class CoppiceException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int OK = 0;

  /** The number of the status, as in {@code coppice.h}. */
  private final int code;
  /** Its name, such as {@code COPPICE_INVALID_OPTION}. */
  private final String status;

  private CoppiceException(int code, String message) {
    super(message);
    this.code = code;
    this.status = Capi.status_name(code);
  }

  /**
   * The number of the status.
   *
   * @return one of those of {@code coppice_status}
   */
  public int code() {
    return code;
  }

  /**
   * The name of the status.
   *
   * @return such as {@code COPPICE_INVALID_OPTION}
   */
  public String status() {
    return status;
  }

  /** The message is fetched before anything else can happen on this thread. */
  static void check(int status) {
    if (status != OK) throw new CoppiceException(status, Capi.last_error());
  }
}
