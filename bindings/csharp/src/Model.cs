using System;

namespace Coppice
{
    /// <summary>
    /// A trained model: immutable; any number of threads may predict with it at once. It stays whole until
    /// the last call that uses it has returned, whichever thread disposes of it.
    /// </summary>
    public sealed unsafe partial class Model : NativeObject
    {
        internal Model(ModelHandle handle) : base(handle)
        {
            Handle = handle;
        }

        internal ModelHandle Handle { get; }

        /// <summary>Loads a model.</summary>
        /// <param name="path">A file, JSON or CBOR.</param>
        /// <returns>The model.</returns>
        public static Model Load(string path)
        {
            NativeLibrary.Load();
            Capi.model_load(path, out ModelHandle made);
            return new Model(made);
        }

        /// <summary>Loads a model with learners or kernels of the caller's.</summary>
        /// <param name="path">A file, JSON or CBOR.</param>
        /// <param name="solver">Has them.</param>
        /// <returns>The model.</returns>
        public static Model Load(string path, Solver solver)
        {
            Capi.model_load_custom(path, solver, out ModelHandle made);
            return new Model(made);
        }

        /// <summary>A model from what <see cref="ToBytes"/> gave.</summary>
        /// <param name="bytes">JSON or CBOR.</param>
        /// <returns>The model.</returns>
        public static Model FromBytes(ReadOnlySpan<byte> bytes)
        {
            NativeLibrary.Load();
            fixed (byte* pinned = bytes)
            {
                Capi.model_load_buffer(pinned, bytes.Length, out ModelHandle made);
                return new Model(made);
            }
        }

        /// <summary>The same of a model with learners or kernels of the caller's.</summary>
        /// <param name="bytes">JSON or CBOR.</param>
        /// <param name="solver">Has them.</param>
        /// <returns>The model.</returns>
        public static Model FromBytes(ReadOnlySpan<byte> bytes, Solver solver)
        {
            fixed (byte* pinned = bytes)
            {
                Capi.model_load_buffer_custom(pinned, bytes.Length, solver, out ModelHandle made);
                return new Model(made);
            }
        }

        /// <summary>Saves the model.</summary>
        /// <param name="path">A file, JSON or CBOR by its extension.</param>
        public void Save(string path)
        {
            Capi.model_save(this, path);
        }

        /// <summary>The content of a file.</summary>
        /// <param name="format"><c>json</c> or <c>cbor</c>.</param>
        /// <returns>Its bytes.</returns>
        public byte[] ToBytes(string format)
        {
            byte[] utf8 = Text.Utf8(format, nameof(format));
            return BytesOf((room, capacity, needed) =>
                Native.model_save_buffer(Handle, utf8, room, capacity, needed));
        }

        /// <summary>How many numbers an output has for each row.</summary>
        /// <param name="output">Which.</param>
        /// <returns>The number.</returns>
        public long Width(Output output)
        {
            long width;
            Capi.model_output_width(this, (int)output, &width);
            return width;
        }

        /// <summary>Predicts one row. Allocates nothing.</summary>
        /// <param name="output">What to predict.</param>
        /// <param name="row">The values.</param>
        /// <param name="results">Where the numbers go.</param>
        public void PredictRow(Output output, ReadOnlySpan<double> row, Span<double> results)
        {
            fixed (double* from = row)
            fixed (double* to = results)
                Capi.model_predict_row(this, (int)output, from, row.Length, to, results.Length);
        }

        /// <summary>The decision value of a row, of a model that has one. Allocates nothing.</summary>
        /// <param name="row">The values.</param>
        /// <returns>The value.</returns>
        public double Decide(ReadOnlySpan<double> row)
        {
            double value;
            fixed (double* from = row)
                Capi.model_predict_row(this, (int)Output.Decision, from, row.Length, &value, 1);
            return value;
        }

        /// <summary>Predicts rows that stand one after another.</summary>
        /// <param name="output">What to predict.</param>
        /// <param name="x">The values.</param>
        /// <param name="features">How many a row.</param>
        /// <param name="threads">On how many threads; 0 for all.</param>
        /// <returns>The numbers, row after row.</returns>
        public double[] Predict(Output output, ReadOnlySpan<double> x, long features, int threads = 1)
        {
            Layout layout = Layout.Of(x.Length, features);
            double[] results = new double[checked(layout.Rows * Width(output))];
            Predict(output, x, layout, results, threads);
            return results;
        }

        /// <summary>Predicts the rows of a matrix, without a copy.</summary>
        /// <param name="output">What to predict.</param>
        /// <param name="x">The values.</param>
        /// <param name="layout">Where they are.</param>
        /// <param name="results">Where the numbers go, row after row.</param>
        /// <param name="threads">On how many threads; 0 for all.</param>
        public void Predict(
            Output output, ReadOnlySpan<double> x, Layout layout, Span<double> results, int threads = 1)
        {
            fixed (double* from = x)
            fixed (double* to = results)
                Capi.model_predict(
                    this, (int)output, from, x.Length, layout.Rows, layout.Features, layout.RowStride,
                    layout.FeatureStride, threads, to, results.Length);
        }

        /// <summary>Predicts the rows of an array, without a copy.</summary>
        /// <param name="output">What to predict.</param>
        /// <param name="rows">Rows x features values.</param>
        /// <param name="threads">On how many threads; 0 for all.</param>
        /// <returns>The numbers, row after row.</returns>
        public double[] Predict(Output output, double[,] rows, int threads = 1)
        {
            Layout layout = Layout.Of(rows);
            double[] results = new double[checked(layout.Rows * Width(output))];
            fixed (double* pinned = rows)
                Predict(
                    output, new ReadOnlySpan<double>(pinned, rows.Length), layout, results, threads);
            return results;
        }

        /// <summary>Predicts rows.</summary>
        /// <param name="output">What to predict.</param>
        /// <param name="rows">Arrays of the same length.</param>
        /// <param name="threads">On how many threads; 0 for all.</param>
        /// <returns>The numbers, row after row.</returns>
        public double[] Predict(Output output, double[][] rows, int threads = 1)
        {
            double[] x = Jagged.InOne(rows, out int features);
            double[] results = new double[checked(rows.Length * Width(output))];
            Predict(output, x, Layout.RowMajor(rows.Length, features), results, threads);
            return results;
        }

        /// <summary>
        /// Predicts the rows of a dataset, whose columns are found by name where there are names.
        /// </summary>
        /// <param name="output">What to predict.</param>
        /// <param name="dataset">The rows; labels are not looked at.</param>
        /// <param name="threads">On how many threads; 0 for all.</param>
        /// <returns>The numbers, row after row.</returns>
        public double[] Predict(Output output, Dataset dataset, int threads = 1)
        {
            Check(dataset, nameof(dataset));
            double[] results = new double[checked(dataset.Rows * Width(output))];
            fixed (double* to = results)
                Capi.model_predict_dataset(this, (int)output, dataset, threads, to, results.Length);
            return results;
        }

        /// <summary>How good predictions of a dataset are.</summary>
        /// <param name="dataset">With labels or targets.</param>
        /// <param name="threads">On how many threads; 0 for all.</param>
        /// <returns>The evaluation.</returns>
        public Evaluation Evaluate(Dataset dataset, int threads = 1)
        {
            Capi.model_evaluate(this, dataset, threads, out EvaluationHandle made);
            return new Evaluation(made);
        }

        /// <summary>The weighted fraction of the rows of a dataset whose class is wrong.</summary>
        /// <param name="dataset">With labels.</param>
        /// <param name="threads">On how many threads; 0 for all.</param>
        /// <returns>The criterion <c>error</c> of an evaluation.</returns>
        public double ErrorRate(Dataset dataset, int threads = 1)
        {
            double error;
            Capi.model_error_rate(this, dataset, threads, &error);
            return error;
        }
    }
}
