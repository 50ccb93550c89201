package org.coppice;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;

/**
 * A native object: freed once, by {@link #close} or when nothing refers to it, and never while a call
 * uses it.
 */
abstract class Handle implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final int CLOSED = Integer.MIN_VALUE;

  /** Knows nothing that knows the handle, which could never become unreachable otherwise. */
  private static final class Address implements Runnable {
    private final long value;
    private final LongConsumer free;
    private final AtomicInteger users = new AtomicInteger(); // negative once closed

    Address(long value, LongConsumer free) {
      this.value = value;
      this.free = free;
    }

    @Override
    public void run() {
      for (int n = users.get(); n >= 0; n = users.get())
        if (users.compareAndSet(n, n + CLOSED)) {
          if (n == 0) free.accept(value);
          return;
        }
    }

    /** The address, which is not freed here any more. */
    long give() {
      if (users.compareAndSet(0, CLOSED)) return value;
      throw new IllegalStateException("another thread uses it");
    }
  }

  /** A call of the library with this object's address, and what else it takes. */
  interface Call {
    int with(long self);
  }

  interface PairCall {
    int with(long self, long other);
  }

  interface BytesCall {
    int with(long self, byte[] out, long[] needed);
  }

  interface NumbersCall {
    int with(long self, double[] out, long[] needed);
  }

  interface NumberCall {
    int with(long self, double[] out);
  }

  interface CountCall {
    int with(long self, long[] out);
  }

  private final Address address;
  private final Cleaner.Cleanable cleanable;

  Handle(long value, LongConsumer free) {
    address = new Address(value, free);
    cleanable = CLEANER.register(this, address);
  }

  /** The address, valid until leave(). To be called before the `try` whose `finally` leaves. */
  final long enter() {
    for (int n = address.users.get(); n >= 0; n = address.users.get())
      if (address.users.compareAndSet(n, n + 1)) return address.value;
    throw new IllegalStateException("this " + getClass().getSimpleName() + " is closed");
  }

  final void leave() {
    if (address.users.decrementAndGet() == CLOSED) address.free.accept(address.value);
    Reference.reachabilityFence(this);
  }

  /** Calls the library, and throws what it refuses. */
  final void call(Call call) {
    final long self = enter();
    try {
      CoppiceException.check(call.with(self));
    } finally {
      leave();
    }
  }

  /** The same of two objects; {@code other} may be null, which is 0. */
  final void call(Handle other, PairCall call) {
    call(
        self -> {
          final long second = other == null ? 0 : other.enter();
          try {
            return call.with(self, second);
          } finally {
            if (other != null) other.leave();
          }
        });
  }

  final byte[] bytes(BytesCall call) {
    final byte[][] out = new byte[1][];
    call(
        self -> {
          out[0] = Text.written((room, needed) -> call.with(self, room, needed));
          return 0;
        });
    return out[0];
  }

  final String text(BytesCall call) {
    return Text.terminated(bytes(call));
  }

  final double[] numbers(NumbersCall call) {
    final double[][] out = new double[1][];
    call(
        self -> {
          out[0] = Text.numbersOf((room, needed) -> call.with(self, room, needed));
          return 0;
        });
    return out[0];
  }

  final double number(NumberCall call) {
    final double[] out = new double[1];
    call(self -> call.with(self, out));
    return out[0];
  }

  final long count(CountCall call) {
    final long[] out = new long[1];
    call(self -> call.with(self, out));
    return out[0];
  }

  /** The address, for another handle to own: this one is closed. */
  final long give() {
    return address.give();
  }

  /** What a call makes through an out-parameter. */
  static long made(ToIntFunction<long[]> call) {
    final long[] out = new long[1];
    CoppiceException.check(call.applyAsInt(out));
    return out[0];
  }

  /** Frees the native object, once the last call that uses it has returned; again it does nothing. */
  @Override
  public void close() {
    cleanable.clean();
  }
}
