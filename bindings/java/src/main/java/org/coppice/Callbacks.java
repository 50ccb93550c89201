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

  private static DoubleBuffer read(ByteBuffer memory) {
    return numbers(memory).asReadOnlyBuffer();
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
      final boolean found =
          learner.fit(read(x), (int) rows, read(residual), read(chosen), numbers(parameters));
      return found ? CONTINUE : STOP;
    }

    int evaluate(
        ByteBuffer parameters, ByteBuffer x, long rows, long features, ByteBuffer outputs) {
      learner.evaluate(read(parameters), read(x), (int) rows, numbers(outputs));
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
      kernel.compare(read(x), (int) rows, read(z), (int) others, numbers(out));
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
