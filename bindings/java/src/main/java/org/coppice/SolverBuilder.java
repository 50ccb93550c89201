package org.coppice;

/**
 * Options of a method; {@link Methods} has one for each.
 *
 * @param <Self> the builder itself
 */
public abstract class SolverBuilder<Self extends SolverBuilder<Self>> extends OptionBuilder<Self> {
  private final String method;

  SolverBuilder(String method) {
    this.method = method;
  }

  /**
   * A solver with these options.
   *
   * @return a new one each time
   */
  public Solver build() {
    final Solver solver = Solver.of(method);
    return give(solver, solver::set);
  }
}
