package org.coppice;

/** A pool of weak learners to draw from. For one thread at a time; any number of solvers may use it. */
public final class Pool extends Handle {
  /** Whether learners call back, in which case arrays cannot be lent to the library. */
  boolean callsBack;

  Pool(long address, boolean callsBack) {
    super(address, Capi::pool_free);
    this.callsBack = callsBack;
  }

  /**
   * A pool by its text.
   *
   * @param description such as {@code "union(fourier(gamma=1)@colour, stump)"}
   * @return the pool
   */
  public static Pool of(String description) {
    return new Pool(made(out -> Capi.pool_create(description, out)), false);
  }

  /**
   * Weak learners of the caller's.
   *
   * @param name by which models know them
   * @param parameters how many numbers a learner is
   * @param learner finds them, and computes their outputs
   * @return the pool
   */
  public static Pool custom(String name, long parameters, CustomLearner learner) {
    final long user = Native.retain(new Callbacks.Learner(learner));
    try {
      return new Pool(made(out -> Capi.pool_create_custom(name, parameters, user, out)), true);
    } catch (RuntimeException error) {
      Native.release(user);
      throw error;
    }
  }

  /**
   * Adds a copy of a pool to this union.
   *
   * @param member the pool
   * @param view of the dataset that it is restricted to; null for all features
   * @return this union
   */
  public Pool add(Pool member, String view) {
    call(member, (self, other) -> Capi.pool_add(self, other, view));
    callsBack = callsBack || member.callsBack;
    return this;
  }

  /**
   * Sets an option by its name.
   *
   * @param name of the option
   * @param value a number, or text
   * @return this
   */
  public Pool set(String name, Object value) {
    call(
        self ->
            Options.set(
                self,
                name,
                value,
                Capi::pool_set_string,
                Capi::pool_set_int,
                Capi::pool_set_double));
    return this;
  }

  @Override
  public String toString() {
    return text(Capi::pool_describe);
  }
}
