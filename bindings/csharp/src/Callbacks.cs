using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Threading;

namespace Coppice
{
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate int ProgressCallback(IntPtr user, IntPtr info);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate int FitCallback(
        IntPtr user, double* x, long rows, long features, double* residual, long scores,
        double* chosen, long learners, double* parameters, long count);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate int EvaluateCallback(
        IntPtr user, double* parameters, long count, double* x, long rows, long features,
        double* outputs);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate int CompareCallback(
        IntPtr user, double* x, long rows, double* z, long others, long features, double* results);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void ReleaseCallback(IntPtr user);

    /// <summary>
    /// What the library calls. The delegates live as long as the process; what they turn to is a handle of
    /// the collector's, which the library holds and gives back by <see cref="Release"/>. No exception may
    /// cross the library: it is kept for the thread, the library is told to cancel, and the call that ends
    /// so throws it again.
    /// </summary>
    internal static unsafe class Callbacks
    {
        public const int Continue = 0;
        public const int Stop = 1;
        public const int Cancel = 2;

        public static readonly ProgressCallback Progress = Report;
        public static readonly FitCallback Fit = FitLearner;
        public static readonly EvaluateCallback Evaluate = EvaluateLearner;
        public static readonly CompareCallback Compare = CompareRows;
        public static readonly ReleaseCallback Release = Forget;

        private static readonly ThreadLocal<Stack<ExceptionDispatchInfo>> Thrown =
            new ThreadLocal<Stack<ExceptionDispatchInfo>>(() => new Stack<ExceptionDispatchInfo>());

        /// <summary>What the library is given as <c>user</c>.</summary>
        public static IntPtr Keep(object target)
        {
            return GCHandle.ToIntPtr(GCHandle.Alloc(target));
        }

        public static void Forget(IntPtr user)
        {
            GCHandle.FromIntPtr(user).Free();
        }

        public static void Rethrow()
        {
            if (Thrown.Value is Stack<ExceptionDispatchInfo> thrown && thrown.Count > 0)
                thrown.Pop().Throw();
        }

        private static int Failed(Exception exception)
        {
            if (Thrown.Value is Stack<ExceptionDispatchInfo> thrown)
                thrown.Push(ExceptionDispatchInfo.Capture(exception));
            return Cancel;
        }

        private static T Target<T>(IntPtr user)
        {
            if (GCHandle.FromIntPtr(user).Target is T target)
                return target;
            throw new InvalidOperationException("a callback has lost its target");
        }

        private static int Length(long rows, long columns)
        {
            long length = rows * columns;
            if (length > int.MaxValue)
                throw new OverflowException(
                    rows + " x " + columns + " numbers are more than a span can hold");
            return (int)length;
        }

        private static int Report(IntPtr user, IntPtr info)
        {
            try
            {
                return Target<Watch>(user).Report(info);
            }
            catch (Exception exception)
            {
                return Failed(exception);
            }
        }

        private static int FitLearner(
            IntPtr user, double* x, long rows, long features, double* residual, long scores,
            double* chosen, long learners, double* parameters, long count)
        {
            try
            {
                bool found = Target<ICustomLearner>(user).Fit(
                    new ReadOnlySpan<double>(x, Length(rows, features)), (int)rows,
                    new ReadOnlySpan<double>(residual, Length(rows, scores)),
                    new ReadOnlySpan<double>(chosen, Length(learners, count)),
                    new Span<double>(parameters, (int)count));
                return found ? Continue : Stop;
            }
            catch (Exception exception)
            {
                return Failed(exception);
            }
        }

        private static int EvaluateLearner(
            IntPtr user, double* parameters, long count, double* x, long rows, long features,
            double* outputs)
        {
            try
            {
                Target<ICustomLearner>(user).Evaluate(
                    new ReadOnlySpan<double>(parameters, (int)count),
                    new ReadOnlySpan<double>(x, Length(rows, features)), (int)rows,
                    new Span<double>(outputs, (int)rows));
                return Continue;
            }
            catch (Exception exception)
            {
                return Failed(exception);
            }
        }

        private static int CompareRows(
            IntPtr user, double* x, long rows, double* z, long others, long features, double* results)
        {
            try
            {
                Target<CustomKernel>(user)(
                    new ReadOnlySpan<double>(x, Length(rows, features)), (int)rows,
                    new ReadOnlySpan<double>(z, Length(others, features)), (int)others,
                    new Span<double>(results, Length(rows, others)));
                return Continue;
            }
            catch (Exception exception)
            {
                return Failed(exception);
            }
        }
    }
}
