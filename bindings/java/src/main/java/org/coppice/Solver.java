package org.coppice;

import java.util.ArrayList;
import java.util.List;

/**
 * A training method and its options: {@code Solver.of("cgens").set("C", 0.1).fit(data)}. For one thread
 * at a time.
 */
public final class Solver extends Handle {
  private boolean callsBack;
  private ProgressListener listener;
  private boolean keepsWhenInterrupted;

  private Solver(long address) {
    super(address, Capi::solver_free);
  }

  /**
   * A solver by the name of its method.
   *
   * @param method one of {@link Catalogue#METHODS}
   * @return the solver, with default options
   */
  public static Solver of(String method) {
    return new Solver(made(out -> Capi.solver_create(method, out)));
  }

  /**
   * The method to train with where none is named: what the labels of the dataset ask for.
   *
   * @param data a labelled dataset
   * @return the name
   */
  public static String methodFor(Dataset data) {
    final byte[][] out = new byte[1][];
    data.call(self -> Capi.method_for(self, out));
    return Text.string(out[0]);
  }

  /**
   * Sets an option of the method or, where it has none of this name, of the pool.
   *
   * @param name of the option
   * @param value a number, or text
   * @return this
   */
  public Solver set(String name, Object value) {
    call(
        self ->
            Options.set(
                self,
                name,
                value,
                Capi::solver_set_string,
                Capi::solver_set_int,
                Capi::solver_set_double));
    return this;
  }

  /**
   * The value of an option, or a text that cross-validation found.
   *
   * @param name of the option
   * @return its text
   */
  public String get(String name) {
    return text((self, out, needed) -> Capi.solver_get_string(self, name, out, needed));
  }

  /**
   * Draws weak learners from a pool, with the options it has now.
   *
   * @param pool the pool
   * @return this
   */
  public Solver pool(Pool pool) {
    call(pool, Capi::solver_set_pool);
    callsBack = callsBack || pool.callsBack;
    return this;
  }

  /**
   * Draws weak learners from a pool.
   *
   * @param description of the pool
   * @return this
   */
  public Solver pool(String description) {
    try (Pool pool = Pool.of(description)) {
      return pool(pool);
    }
  }

  /**
   * Lets option {@code kernel} have custom(name=NAME) in it.
   *
   * @param name of the kernel
   * @param kernel computes it
   * @return this
   */
  public Solver kernel(String name, CustomKernel kernel) {
    final long user = Native.retain(new Callbacks.Kernel(kernel));
    try {
      call(self -> Capi.solver_set_kernel(self, name, user));
    } catch (RuntimeException error) {
      Native.release(user);
      throw error;
    }
    callsBack = true;
    return this;
  }

  /**
   * Watches the criterion on other rows: the model is that of the best iteration.
   *
   * @param data a labelled dataset; null for none
   * @return this
   */
  public Solver validation(Dataset data) {
    call(data, Capi::solver_set_validation);
    return this;
  }

  /**
   * Watches the error on further rows, without choosing by it: every iteration's is in {@code
   * curve.test_error} of a model of weak learners, and in {@code curve.test_alignment} how a learned kernel
   * is aligned with them.
   *
   * @param data a labelled dataset; null for none
   * @return this
   */
  public Solver test(Dataset data) {
    call(data, Capi::solver_set_test);
    return this;
  }

  /**
   * Reports progress.
   *
   * @param listener is told; null for none
   * @return this
   */
  public Solver progress(ProgressListener listener) {
    this.listener = listener;
    return this;
  }

  /**
   * What becomes of a fit whose thread is interrupted: by default it ends with {@code
   * COPPICE_CANCELLED}, within 100 milliseconds.
   *
   * @param keeps whether it ends with the best model so far instead
   * @return this
   */
  public Solver keepWhenInterrupted(boolean keeps) {
    keepsWhenInterrupted = keeps;
    return this;
  }

  /**
   * Trains. An interrupted thread stays interrupted.
   *
   * @param data a labelled dataset, which becomes immutable
   * @return the model
   */
  public Model fit(Dataset data) {
    final long[] out = new long[1];
    watched(() -> call(data, (self, other) -> Capi.solver_fit(self, other, out)));
    return new Model(out[0], callsBack);
  }

  /**
   * Begins a stream of rows of classes with names, with the options that the solver has now. The solver
   * belongs to the stream from then on, and is closed.
   *
   * @param classes in ascending order of their bytes of UTF-8
   * @param features how many a row
   * @return the stream
   */
  public LearningStream begin(String[] classes, long features) {
    call(self -> Capi.solver_set_class_names(self, classes));
    return begin(features);
  }

  /**
   * Begins a stream of rows whose classes are numbers, with the options that the solver has now. The
   * solver belongs to the stream from then on, and is closed.
   *
   * @param classes in ascending order
   * @param features how many a row
   * @return the stream
   */
  public LearningStream begin(double[] classes, long features) {
    call(self -> Capi.solver_set_classes(self, classes));
    return begin(features);
  }

  private LearningStream begin(long features) {
    call(self -> Capi.solver_begin(self, features));
    return new LearningStream(give(), callsBack);
  }

  /**
   * The values to try of an option in cross-validation.
   *
   * @param name of the option
   * @param values numbers or texts
   * @return this
   */
  public Solver grid(String name, Object... values) {
    final List<String> texts = new ArrayList<>();
    for (Object value : values) texts.add(String.valueOf(value));
    call(self -> Capi.solver_set_grid(self, name, String.join(",", texts)));
    return this;
  }

  /**
   * Tries all points of the grid, and sets the options to the best. Where it is interrupted, or progress
   * ends it, it fails with {@code COPPICE_CANCELLED}, and nothing is told of the points that were finished.
   *
   * @param data a labelled dataset
   * @param folds how many
   * @return what it found
   */
  public CrossValidation crossValidate(Dataset data, long folds) {
    final long[] best = new long[1];
    watched(
        () -> call(data, (self, other) -> Capi.solver_cross_validate(self, other, folds, best)));
    final String[] points = new String[Math.toIntExact(count(Capi::solver_grid_size))];
    for (int k = 0; k < points.length; ++k) {
      final int point = k;
      points[k] = text((self, out, needed) -> Capi.solver_grid_point(self, point, out, needed));
    }
    return new CrossValidation(
        Math.toIntExact(best[0]),
        points,
        array("cv.criterion"),
        array("cv.standard_error"),
        array("cv.path"),
        get("cv.path_name"));
  }

  private double[] array(String name) {
    return numbers((self, out, needed) -> Capi.solver_get_array(self, name, out, needed));
  }

  private void watched(Runnable work) {
    final long user = Native.retain(new Callbacks.Watch(listener, keepsWhenInterrupted));
    try {
      call(self -> Capi.solver_set_progress(self, user));
      work.run();
    } finally {
      call(self -> Capi.solver_set_progress(self, 0));
      Native.release(user);
    }
  }

  boolean callsBack() {
    return callsBack;
  }
}
