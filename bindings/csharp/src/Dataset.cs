using System;

namespace Coppice
{
    /// <summary>
    /// Examples: rows of feature values (NaN where one is missing) and, to train on, labels or targets and
    /// weights. The library copies all of it. For one thread at a time; a dataset that a solver has used is
    /// immutable, and may be shared.
    /// </summary>
    public sealed unsafe partial class Dataset : NativeObject
    {
        /// <summary>Where the library takes no dataset.</summary>
        internal static readonly Dataset None = new Dataset(new DatasetHandle());

        private Dataset(DatasetHandle handle) : base(handle)
        {
            Handle = handle;
        }

        internal DatasetHandle Handle { get; }

        /// <summary>How many rows.</summary>
        public long Rows
        {
            get
            {
                long rows;
                Capi.dataset_rows(this, &rows);
                return rows;
            }
        }

        /// <summary>How many features.</summary>
        public long Features
        {
            get
            {
                long features;
                Capi.dataset_features(this, &features);
                return features;
            }
        }

        /// <summary>How many numbers a row are to be predicted; 0 where labels are names.</summary>
        public long Outputs
        {
            get
            {
                long outputs;
                Capi.dataset_outputs(this, &outputs);
                return outputs;
            }
        }

        /// <summary>A dataset of rows that stand one after another.</summary>
        /// <param name="x">The values.</param>
        /// <param name="features">How many a row.</param>
        /// <returns>The dataset.</returns>
        public static Dataset Of(ReadOnlySpan<double> x, long features)
        {
            return Of(x, Layout.Of(x.Length, features));
        }

        /// <summary>A dataset of a matrix.</summary>
        /// <param name="x">The values.</param>
        /// <param name="layout">Where they are.</param>
        /// <returns>The dataset.</returns>
        public static Dataset Of(ReadOnlySpan<double> x, Layout layout)
        {
            NativeLibrary.Load();
            fixed (double* pinned = x)
            {
                Capi.dataset_create_dense(
                    pinned, x.Length, layout.Rows, layout.Features, layout.RowStride, layout.FeatureStride,
                    out DatasetHandle made);
                return new Dataset(made);
            }
        }

        /// <summary>A dataset of rows of floats, which stay floats, one after another.</summary>
        /// <param name="x">The values.</param>
        /// <param name="features">How many a row.</param>
        /// <returns>The dataset.</returns>
        public static Dataset Of(ReadOnlySpan<float> x, long features)
        {
            return Of(x, Layout.Of(x.Length, features));
        }

        /// <summary>A dataset of a matrix of floats, which stay floats.</summary>
        /// <param name="x">The values.</param>
        /// <param name="layout">Where they are.</param>
        /// <returns>The dataset.</returns>
        public static Dataset Of(ReadOnlySpan<float> x, Layout layout)
        {
            NativeLibrary.Load();
            fixed (float* pinned = x)
            {
                Capi.dataset_create_dense_float(
                    pinned, x.Length, layout.Rows, layout.Features, layout.RowStride, layout.FeatureStride,
                    out DatasetHandle made);
                return new Dataset(made);
            }
        }

        /// <summary>A dataset of the rows of an array.</summary>
        /// <param name="rows">Rows x features values.</param>
        /// <returns>The dataset.</returns>
        public static Dataset Of(double[,] rows)
        {
            Layout layout = Layout.Of(rows);
            fixed (double* pinned = rows)
                return Of(new ReadOnlySpan<double>(pinned, rows.Length), layout);
        }

        /// <summary>A dataset of rows.</summary>
        /// <param name="rows">Arrays of the same length.</param>
        /// <returns>The dataset.</returns>
        public static Dataset Of(double[][] rows)
        {
            double[] x = Jagged.InOne(rows, out int features);
            return Of(x, Layout.RowMajor(rows.Length, features));
        }

        /// <summary>A dataset of compressed sparse rows; what is not listed is 0.</summary>
        /// <param name="starts">Where the entries of each row begin, and the number of all.</param>
        /// <param name="indices">The feature of each entry, ascending within a row.</param>
        /// <param name="values">The value of each entry.</param>
        /// <param name="features">How many there are.</param>
        /// <returns>The dataset.</returns>
        public static Dataset OfSparse(
            ReadOnlySpan<long> starts, ReadOnlySpan<int> indices, ReadOnlySpan<double> values, long features)
        {
            NativeLibrary.Load();
            CheckPairs(indices, values);
            fixed (long* begin = starts)
            fixed (int* index = indices)
            fixed (double* value = values)
            {
                Capi.dataset_create_csr(
                    begin, starts.Length, index, value, values.Length, features, out DatasetHandle made);
                return new Dataset(made);
            }
        }

        /// <summary>A labelled dataset of svmlight text, plain or gzip.</summary>
        /// <param name="path">The file.</param>
        /// <param name="features">The width; 0 for the largest index.</param>
        /// <returns>The dataset.</returns>
        public static Dataset ReadSvmlight(string path, long features = 0)
        {
            NativeLibrary.Load();
            Capi.dataset_read_svmlight(path, features, out DatasetHandle made);
            return new Dataset(made);
        }

        /// <summary>A labelled dataset of svmlight text in memory, plain or gzip.</summary>
        /// <param name="text">Its bytes.</param>
        /// <param name="features">The width; 0 for the largest index.</param>
        /// <returns>The dataset.</returns>
        public static Dataset ParseSvmlight(ReadOnlySpan<byte> text, long features = 0)
        {
            NativeLibrary.Load();
            fixed (byte* pinned = text)
            {
                Capi.dataset_parse_svmlight(pinned, text.Length, features, out DatasetHandle made);
                return new Dataset(made);
            }
        }

        /// <summary>A labelled dataset of CSV, plain or gzip, whose label is the first column.</summary>
        /// <param name="path">The file.</param>
        /// <returns>The dataset.</returns>
        public static Dataset ReadCsv(string path) => ReadCsv(path, CsvColumns.None);

        /// <summary>A dataset of CSV, plain or gzip.</summary>
        /// <param name="path">The file.</param>
        /// <param name="columns">What its columns are.</param>
        /// <returns>The dataset.</returns>
        public static Dataset ReadCsv(string path, CsvColumns columns)
        {
            NativeLibrary.Load();
            Capi.dataset_read_csv(path, columns, out DatasetHandle made);
            return new Dataset(made);
        }

        /// <summary>A labelled dataset of CSV in memory, whose label is the first column.</summary>
        /// <param name="text">Its bytes, plain or gzip.</param>
        /// <returns>The dataset.</returns>
        public static Dataset ParseCsv(ReadOnlySpan<byte> text) => ParseCsv(text, CsvColumns.None);

        /// <summary>A dataset of CSV in memory.</summary>
        /// <param name="text">Its bytes, plain or gzip.</param>
        /// <param name="columns">What its columns are.</param>
        /// <returns>The dataset.</returns>
        public static Dataset ParseCsv(ReadOnlySpan<byte> text, CsvColumns columns)
        {
            NativeLibrary.Load();
            fixed (byte* pinned = text)
            {
                Capi.dataset_parse_csv(pinned, text.Length, columns, out DatasetHandle made);
                return new Dataset(made);
            }
        }

        /// <summary>Rows drawn from a known distribution.</summary>
        /// <param name="name">One of <see cref="Catalogue.Generators"/>.</param>
        /// <param name="rows">How many.</param>
        /// <param name="noise">The probability with which a label is turned into another.</param>
        /// <param name="seed">The same gives the same rows.</param>
        /// <param name="features">How many; 0 for the usual number.</param>
        /// <returns>The dataset.</returns>
        public static Dataset Generate(string name, long rows, double noise, ulong seed, long features = 0)
        {
            NativeLibrary.Load();
            Capi.dataset_generate(name, rows, features, noise, seed, out DatasetHandle made);
            return new Dataset(made);
        }

        /// <summary>A dataset of some of the rows.</summary>
        /// <param name="rows">Their numbers, in the order wanted.</param>
        /// <returns>The dataset.</returns>
        public Dataset Subset(params long[] rows)
        {
            fixed (long* pinned = rows)
            {
                Capi.dataset_subset(this, pinned, Length(rows), out DatasetHandle made);
                return new Dataset(made);
            }
        }

        /// <summary>Two datasets: a fraction of the rows of every class, and the others.</summary>
        /// <param name="fraction">Between 0 and 1.</param>
        /// <param name="seed">Draws the rows.</param>
        /// <returns>The two.</returns>
        public (Dataset First, Dataset Second) Split(double fraction, ulong seed)
        {
            Capi.dataset_split(this, fraction, seed, out DatasetHandle first, out DatasetHandle second);
            return (new Dataset(first), new Dataset(second));
        }

        internal static void CheckPairs(ReadOnlySpan<int> indices, ReadOnlySpan<double> values)
        {
            if (indices.Length != values.Length)
                throw new ArgumentException(
                    "there are " + indices.Length + " indices and " + values.Length +
                    " values; expected equal");
        }
    }
}
