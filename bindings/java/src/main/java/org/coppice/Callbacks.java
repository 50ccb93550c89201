package org.coppice;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;

/** What the native side calls, and how that becomes a call of what the user wrote. */
final class Callbacks {
  static final int CONTINUE = 0;
  static final int STOP = 1;
  static final int CANCEL = 2;

  private Callbacks() {}

  private static DoubleBuffer numbers(ByteBuffer memory) {
    return memory.order(ByteOrder.nativeOrder()).asDoubleBuffer();
  }

  /** A copy, which may be kept when the library's memory is gone. */
  private static DoubleBuffer read(ByteBuffer memory) {
    final DoubleBuffer from = numbers(memory);
    return DoubleBuffer.allocate(from.capacity()).put(from).rewind().asReadOnlyBuffer();
  }

  /** Lets {@code work} write into a copy, for the same reason. */
  private static void write(ByteBuffer memory, java.util.function.Consumer<DoubleBuffer> work) {
    final DoubleBuffer to = numbers(memory);
    final DoubleBuffer copy = DoubleBuffer.allocate(to.capacity());
    work.accept(copy);
    to.put(copy.rewind().limit(to.capacity()));
  }

  /** Of custom learners. */
  static final class Learner {
    private final CustomLearner learner;

    Learner(CustomLearner learner) {
      this.learner = java.util.Objects.requireNonNull(learner, "learner");
    }

    int fit(
        ByteBuffer x,
        long rows,
        long features,
        ByteBuffer residual,
        long scores,
        ByteBuffer chosen,
        long learners,
        ByteBuffer parameters) {
      final boolean[] found = new boolean[1];
      write(
          parameters,
          best ->
              found[0] = learner.fit(read(x), (int) rows, read(residual), read(chosen), best));
      return found[0] ? CONTINUE : STOP;
    }

    int evaluate(
        ByteBuffer parameters, ByteBuffer x, long rows, long features, ByteBuffer outputs) {
      write(outputs, out -> learner.evaluate(read(parameters), read(x), (int) rows, out));
      return CONTINUE;
    }
  }

  /** Of custom kernels. */
  static final class Kernel {
    private final CustomKernel kernel;

    Kernel(CustomKernel kernel) {
      this.kernel = java.util.Objects.requireNonNull(kernel, "kernel");
    }

    int compare(
        ByteBuffer x, long rows, ByteBuffer z, long others, long features, ByteBuffer out) {
      write(out, to -> kernel.compare(read(x), (int) rows, read(z), (int) others, to));
      return CONTINUE;
    }
  }

  /** Of progress: an interrupted thread ends the fit. */
  static final class Watch {
    private final ProgressListener listener;
    private final boolean keepsWhenInterrupted;

    Watch(ProgressListener listener, boolean keepsWhenInterrupted) {
      this.listener = listener;
      this.keepsWhenInterrupted = keepsWhenInterrupted;
    }

    int report(long info) {
      if (Thread.currentThread().isInterrupted()) return keepsWhenInterrupted ? STOP : CANCEL;
      if (listener == null) return CONTINUE;
      return listener.report(new Progress(info)) ? CONTINUE : STOP;
    }
  }
}
