using System;
using System.Threading;

namespace Coppice
{
    /// <summary>
    /// A stream that has begun: <see cref="Solver.Begin(ReadOnlySpan{double}, long)"/> makes it. Rows are
    /// learned one by one or in blocks, each once; models of what has been learned so far may be taken at any
    /// time, and other threads may predict with them meanwhile. The stream itself is for one thread at a time.
    /// </summary>
    /// <remarks>
    /// A row that cannot be learned is a <see cref="CoppiceException"/> that names it, and leaves the stream
    /// as it was. The decision values that calls give are those from before the row was learned.
    /// </remarks>
    public sealed unsafe class LearningStream : NativeObject
    {
        internal LearningStream(SolverHandle handle) : base(handle)
        {
            Handle = handle;
        }

        private SolverHandle Handle { get; }

        private SolverHandle Open
        {
            get
            {
                Check(this, "this");
                return Handle;
            }
        }

        /// <summary>How many rows of positive weight have been learned.</summary>
        public long Rows => Count("stream.rows");

        /// <summary>How many values a row has.</summary>
        public long Features => Count("stream.features");

        /// <summary>How many decision values a row has: one for two classes, else one a class.</summary>
        public long Scores => Count("stream.scores");

        /// <summary>How many weak learners there are, of all classes, or terms of a kernel expansion.</summary>
        public long Learners => Count("stream.learners");

        /// <summary>
        /// The error so far: the weighted fraction of the rows whose class was not the one decided before they
        /// were learned. NaN before the first row.
        /// </summary>
        public double PrequentialError
        {
            get
            {
                double error;
                byte[] name = Text.Utf8("stream.prequential_error", "name");
                CoppiceException.Check(Native.solver_get_double(Open, name, &error));
                return error;
            }
        }

        /// <summary>A stream that goes on, bit for bit, where another was saved.</summary>
        /// <param name="path">A file, JSON or CBOR.</param>
        /// <returns>The stream.</returns>
        public static LearningStream Load(string path)
        {
            NativeLibrary.Load();
            Capi.solver_load(path, out SolverHandle made);
            return new LearningStream(made);
        }

        /// <summary>The same of a stream with kernels of the caller's.</summary>
        /// <param name="path">A file, JSON or CBOR.</param>
        /// <param name="solver">Has the kernels.</param>
        /// <returns>The stream.</returns>
        public static LearningStream Load(string path, Solver solver)
        {
            Capi.solver_load_custom(path, solver, out SolverHandle made);
            return new LearningStream(made);
        }

        /// <summary>A stream from what <see cref="ToBytes"/> gave.</summary>
        /// <param name="bytes">JSON or CBOR.</param>
        /// <returns>The stream.</returns>
        public static LearningStream FromBytes(ReadOnlySpan<byte> bytes)
        {
            NativeLibrary.Load();
            fixed (byte* pinned = bytes)
            {
                Capi.solver_load_buffer(pinned, bytes.Length, out SolverHandle made);
                return new LearningStream(made);
            }
        }

        /// <summary>The same of a stream with kernels of the caller's.</summary>
        /// <param name="bytes">JSON or CBOR.</param>
        /// <param name="solver">Has the kernels.</param>
        /// <returns>The stream.</returns>
        public static LearningStream FromBytes(ReadOnlySpan<byte> bytes, Solver solver)
        {
            fixed (byte* pinned = bytes)
            {
                Capi.solver_load_buffer_custom(pinned, bytes.Length, solver, out SolverHandle made);
                return new LearningStream(made);
            }
        }

        /// <summary>
        /// Saves all that it takes to go on. A process that ends meanwhile leaves the old file or the new one.
        /// </summary>
        /// <param name="path">A file, JSON or CBOR by its extension.</param>
        public void Save(string path)
        {
            CoppiceException.Check(Native.solver_save(Open, Text.Utf8(path, nameof(path))));
        }

        /// <summary>The content of a file.</summary>
        /// <param name="format"><c>json</c> or <c>cbor</c>.</param>
        /// <returns>Its bytes.</returns>
        public byte[] ToBytes(string format)
        {
            byte[] utf8 = Text.Utf8(format, nameof(format));
            return BytesOf((room, capacity, needed) =>
                Native.solver_save_buffer(Handle, utf8, room, capacity, needed));
        }

        /// <summary>Learns one row. Allocates nothing.</summary>
        /// <param name="row">The values.</param>
        /// <param name="label">The place of its class among those declared.</param>
        /// <param name="weight">Multiplies its step; a row of weight 0 is not learned.</param>
        /// <param name="decisions">Where its <see cref="Scores"/> decision values go; empty for
        /// nowhere.</param>
        public void LearnRow(
            ReadOnlySpan<double> row, long label, double weight = 1, Span<double> decisions = default)
        {
            fixed (double* from = row)
            fixed (double* to = decisions)
                CoppiceException.Check(Native.solver_learn_row(
                    Open, from, row.Length, label, weight, to, decisions.Length));
        }

        /// <summary>
        /// Learns one row of which only some values are listed; the others are 0. Allocates nothing.
        /// </summary>
        /// <param name="indices">The features of the values, ascending.</param>
        /// <param name="values">As many.</param>
        /// <param name="label">The place of its class among those declared.</param>
        /// <param name="weight">Multiplies its step; a row of weight 0 is not learned.</param>
        /// <param name="decisions">Where its <see cref="Scores"/> decision values go; empty for
        /// nowhere.</param>
        public void LearnSparseRow(
            ReadOnlySpan<int> indices, ReadOnlySpan<double> values, long label, double weight = 1,
            Span<double> decisions = default)
        {
            Dataset.CheckPairs(indices, values);
            fixed (int* index = indices)
            fixed (double* value = values)
            fixed (double* to = decisions)
                CoppiceException.Check(Native.solver_learn_sparse_row(
                    Open, index, value, values.Length, label, weight, to, decisions.Length));
        }

        /// <summary>
        /// Learns the rows of a dataset one after another. Its columns go by position, and its labels are
        /// compared with the classes as text.
        /// </summary>
        /// <param name="block">With labels.</param>
        /// <param name="cancellation">Ends it within 100 milliseconds.</param>
        /// <returns>Their decision values, row after row, <see cref="Scores"/> a row.</returns>
        /// <exception cref="OperationCanceledException">It was cancelled.</exception>
        public double[] Learn(Dataset block, CancellationToken cancellation = default)
        {
            Check(block, nameof(block));
            double[] decisions = new double[checked(block.Rows * Scores)];
            Learn(block, decisions, cancellation);
            return decisions;
        }

        /// <summary>
        /// Learns the rows of a dataset one after another. Where a row cannot be learned this throws: the rows
        /// before it are learned, <see cref="Rows"/> says how many there are, and <c>decisions</c> has their
        /// decision values; the rest is not touched. To be cancelled ends it in the same way.
        /// </summary>
        /// <param name="block">With labels.</param>
        /// <param name="decisions">Where their decision values go, row after row, <see cref="Scores"/> a row;
        /// empty for nowhere.</param>
        /// <param name="cancellation">Ends it within 100 milliseconds.</param>
        /// <exception cref="OperationCanceledException">It was cancelled.</exception>
        public void Learn(Dataset block, Span<double> decisions, CancellationToken cancellation = default)
        {
            Check(block, nameof(block));
            long capacity = decisions.Length;
            fixed (double* pinned = decisions)
            {
                double* to = pinned;
                Watch.Over(Watch.Nobody, cancellation, false, (callback, user) =>
                    CoppiceException.Check(Native.solver_learn_watched(
                        Open, callback, user, block.Handle, to, capacity)));
            }
        }

        /// <summary>Learns rows that stand one after another, whose classes are numbers.</summary>
        /// <param name="x">The values.</param>
        /// <param name="labels">One a row.</param>
        /// <returns>Their decision values, row after row, <see cref="Scores"/> a row.</returns>
        public double[] Learn(ReadOnlySpan<double> x, ReadOnlySpan<double> labels)
        {
            using (Dataset block = Dataset.Of(x, Features))
                return Learn(block.SetLabels(labels));
        }

        /// <summary>Learns rows that stand one after another, of classes with names.</summary>
        /// <param name="x">The values.</param>
        /// <param name="labels">One a row.</param>
        /// <returns>Their decision values, row after row, <see cref="Scores"/> a row.</returns>
        public double[] Learn(ReadOnlySpan<double> x, string[] labels)
        {
            using (Dataset block = Dataset.Of(x, Features))
                return Learn(block.SetLabels(labels));
        }

        /// <summary>Learns the rows of an array, whose classes are numbers.</summary>
        /// <param name="rows">Rows x features values.</param>
        /// <param name="labels">One a row.</param>
        /// <returns>Their decision values, row after row, <see cref="Scores"/> a row.</returns>
        public double[] Learn(double[,] rows, ReadOnlySpan<double> labels)
        {
            using (Dataset block = Dataset.Of(rows))
                return Learn(block.SetLabels(labels));
        }

        /// <summary>Learns the rows of an array, of classes with names.</summary>
        /// <param name="rows">Rows x features values.</param>
        /// <param name="labels">One a row.</param>
        /// <returns>Their decision values, row after row, <see cref="Scores"/> a row.</returns>
        public double[] Learn(double[,] rows, string[] labels)
        {
            using (Dataset block = Dataset.Of(rows))
                return Learn(block.SetLabels(labels));
        }

        /// <summary>Learns rows whose classes are numbers.</summary>
        /// <param name="rows">Arrays of the same length.</param>
        /// <param name="labels">One a row.</param>
        /// <returns>Their decision values, row after row, <see cref="Scores"/> a row.</returns>
        public double[] Learn(double[][] rows, ReadOnlySpan<double> labels)
        {
            using (Dataset block = Dataset.Of(rows))
                return Learn(block.SetLabels(labels));
        }

        /// <summary>Learns rows of classes with names.</summary>
        /// <param name="rows">Arrays of the same length.</param>
        /// <param name="labels">One a row.</param>
        /// <returns>Their decision values, row after row, <see cref="Scores"/> a row.</returns>
        public double[] Learn(double[][] rows, string[] labels)
        {
            using (Dataset block = Dataset.Of(rows))
                return Learn(block.SetLabels(labels));
        }

        /// <summary>
        /// A model of what has been learned so far, which may be nothing. It is immutable, and shares nothing
        /// with the stream.
        /// </summary>
        /// <returns>The model.</returns>
        public Model Snapshot()
        {
            CoppiceException.Check(Native.solver_snapshot(Open, out ModelHandle made));
            return new Model(made);
        }

        private long Count(string name)
        {
            long count;
            CoppiceException.Check(Native.solver_get_int(Open, Text.Utf8(name, nameof(name)), &count));
            return count;
        }
    }
}
